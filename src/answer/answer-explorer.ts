/** `/_explorer`: the page, what it may know of the content, and how the database answers a request. */

import { fileURLToPath } from 'node:url'
import { authorize } from '../access/authorize.ts'
import type { Caller } from '../access/caller.ts'
import { ApiError } from '../errors/api-error.ts'
import { describeSchema } from '../explorer/describe-schema.ts'
import { isCrossSite, mayExplain } from '../explorer/may-explain.ts'
import { createPage, type ServePage } from '../pages/serve-page.ts'
import { FLAT } from '../plan/response-format.ts'
import type { HttpRequest, HttpResponse } from '../request/http-request.ts'
import { readEntryUrl } from '../request/read-call.ts'
import type { RouteOf } from '../request/routes.ts'
import { respondPrivately } from '../respond/respond.ts'
import { compileQuestion } from './answer-read.ts'
import type { App } from './app.ts'
import type { OpenContext } from './request-context.ts'

const EXPLAIN = '/explain/'

/** The build puts the page there; seen from the sources and from what is built, it is the same place. */
const PAGE = fileURLToPath(new URL('../../dist/public/explorer/', import.meta.url))

export function createExplorerPage(): ServePage {
  return createPage(PAGE)
}

export async function answerExplorer({ request, call, app }: OpenContext<RouteOf<'explorer'>>): Promise<HttpResponse> {
  const { path } = call.route
  const isQuestion = path === '/schema.json' || path.startsWith(EXPLAIN)
  if (!isQuestion) return app.explorer(request, path)
  if (isCrossSite(request)) throw new ApiError('FORBIDDEN')
  const at = await app.revisions.now()
  const caller = await app.identify(request.headers.authorization, at)
  const explains = mayExplain(request, caller, app.settings)
  if (path.startsWith(EXPLAIN)) return explain(request, caller, explains, app)
  const view = { schema: app.schema, caller }
  return respondPrivately(JSON.stringify(describeSchema(view, app.settings.rest, explains)))
}

/** `/_explorer/explain/api/articles?…`: of a request that this caller may make, what is asked of the database. */
async function explain(request: HttpRequest, caller: Caller, isAllowed: boolean, app: App): Promise<HttpResponse> {
  const url = request.url.slice(request.url.indexOf(EXPLAIN) + EXPLAIN.length - 1)
  const found = readEntryUrl(url, app.routes)
  if (found === null) throw new ApiError('ROUTE_UNKNOWN')
  const { route, query, action } = found
  authorize(caller, action)
  if (!isAllowed) throw new ApiError('FORBIDDEN')
  const defaultLocale = await app.stored.defaultLocale()
  const { statement } = compileQuestion({ route, text: query, caller, format: FLAT, defaultLocale }, app)
  const rows = await app.database.run(app.dialect.explain.statement(statement))
  const plan = app.dialect.explain.lines(rows, statement)
  return respondPrivately(JSON.stringify({ sql: statement.text, values: statement.values.map(shown), plan }))
}

/** JSON has no whole numbers beyond 53 bits. */
function shown(value: unknown): unknown {
  return typeof value === 'bigint' ? String(value) : value
}
