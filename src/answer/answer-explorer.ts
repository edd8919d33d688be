/** `/_explorer`: the page, the schema that the caller may see, and the SQL and plan of a request. */

import { fileURLToPath } from 'node:url'
import { authorize, type Caller } from '../access/caller.ts'
import { ApiError } from '../errors/api-error.ts'
import { describeSchema } from '../explorer/describe-schema.ts'
import { isCrossSite, mayExplain } from '../explorer/may-explain.ts'
import { createPage, type ServePage } from '../pages/serve-page.ts'
import { FLAT } from '../plan/response-format.ts'
import type { HttpRequest, HttpResponse } from '../request/http-request.ts'
import { readEntryUrl } from '../request/read-call.ts'
import type { ReadRoute, RouteOf } from '../request/routes.ts'
import { respondPrivately } from '../respond/respond.ts'
import { adviceQuestion, adviseReads } from './advise-reads.ts'
import { compileAny } from './answer-aggregate.ts'
import type { App } from './app.ts'
import type { Question } from './question.ts'
import type { OpenContext } from './request-context.ts'

const EXPLAIN = '/explain/'
const ADVISE = '/advise/'

/** Where the build puts the page; the same relative path from `src/` and `dist/`. */
const PAGE = fileURLToPath(new URL('../../dist/public/explorer/', import.meta.url))

export function createExplorerPage(): ServePage {
  return createPage(PAGE)
}

export async function answerExplorer({ request, call, app }: OpenContext<RouteOf<'explorer'>>): Promise<HttpResponse> {
  const { path } = call.route
  const isQuestion = path === '/schema.json' || path.startsWith(EXPLAIN) || path.startsWith(ADVISE)
  if (!isQuestion) return app.explorer(request, path)
  if (isCrossSite(request)) throw new ApiError('FORBIDDEN')
  const at = await app.revisions.now()
  const caller = await app.identify(request.headers.authorization, at)
  const explains = mayExplain(request, caller, app.settings)
  // Indexes are tried only outside production, where no other clients wait.
  const advises = explains && !app.settings.production
  if (path.startsWith(EXPLAIN)) return explain(await questionIn({ request, word: EXPLAIN, caller, app }, explains), app)
  if (path.startsWith(ADVISE)) return advise(await questionIn({ request, word: ADVISE, caller, app }, advises), app)
  const view = { schema: app.schema, caller }
  return respondPrivately(JSON.stringify(describeSchema(view, app.settings.rest, { explains, advises })))
}

interface Asked {
  readonly request: HttpRequest
  /** The path before that of the read: `/explain/` or `/advise/`. */
  readonly word: string
  readonly caller: Caller
  readonly app: App
}

/** The read in `/_explorer/explain/…` or `/_explorer/advise/…`. The caller needs the permission for it. */
async function questionIn({ request, word, caller, app }: Asked, isAllowed: boolean): Promise<Question<ReadRoute>> {
  const found = readEntryUrl(request.url.slice(request.url.indexOf(word) + word.length - 1), app.routes)
  if (found === null) throw new ApiError('ROUTE_UNKNOWN')
  const { route, query, action } = found
  authorize(caller, action)
  if (!isAllowed) throw new ApiError('FORBIDDEN')
  return { route, text: query, caller, format: FLAT, defaultLocale: await app.stored.defaultLocale() }
}

/** `/_explorer/explain/api/articles?…`: the SQL of the request, and the database's plan. */
async function explain(question: Question<ReadRoute>, app: App): Promise<HttpResponse> {
  const { statement } = compileAny(question, app)
  const rows = await app.database.run(app.dialect.explain.statement(statement))
  const plan = app.dialect.explain.lines(rows, statement)
  const costly = app.dialect.explain.costly(plan)
  return respondPrivately(JSON.stringify({ sql: statement.text, values: statement.values.map(shown), plan, costly }))
}

/** `/_explorer/advise/api/articles?…`: indexes that would make the request faster, as `lectern advise` finds them. */
async function advise(question: Question<ReadRoute>, app: App): Promise<HttpResponse> {
  const asked = adviceQuestion(question.text, question, app)
  const [advice] = await app.adviser(() => adviseReads([asked], app))
  const { statements = [], before, after } = advice ?? {}
  const times = { before: before?.milliseconds ?? 0, after: after?.milliseconds ?? 0 }
  return respondPrivately(JSON.stringify({ statements, ...times }))
}

/** JSON numbers beyond 53 bits lose digits. */
function shown(value: unknown): unknown {
  return typeof value === 'bigint' ? String(value) : value
}
