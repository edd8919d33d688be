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
import { readCall } from '../request/read-call.ts'
import { respondPrivately } from '../respond/respond.ts'
import { prepareRead } from './answer-read.ts'
import type { App } from './app.ts'

const EXPLAIN = '/explain/'

/** The build puts the page there; seen from the sources and from what is built, it is the same place. */
const PAGE = fileURLToPath(new URL('../../dist/public/explorer/', import.meta.url))

export function createExplorerPage(): ServePage {
  return createPage(PAGE)
}

/** `path`: what follows `/_explorer`. */
export async function answerExplorer(request: HttpRequest, path: string, app: App): Promise<HttpResponse> {
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
  const { route, query, action } = readCall({ method: 'GET', url, headers: {} }, app.routes, false)
  if (route.kind !== 'list' && route.kind !== 'entry' && route.kind !== 'single') throw new ApiError('ROUTE_UNKNOWN')
  authorize(caller, action)
  if (!isAllowed) throw new ApiError('FORBIDDEN')
  const reading = { route, text: query, caller, format: FLAT }
  const { statement } = prepareRead(reading, await app.stored.defaultLocale(), app)
  const rows = await app.database.run(app.dialect.explain.statement(statement))
  const plan = app.dialect.explain.lines(rows, statement)
  return respondPrivately(JSON.stringify({ sql: statement.text, values: statement.values.map(shown), plan }))
}

/** JSON has no whole numbers beyond 53 bits. */
function shown(value: unknown): unknown {
  return typeof value === 'bigint' ? String(value) : value
}
