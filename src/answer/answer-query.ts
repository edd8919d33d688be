/** `QUERY`, and `POST …/actions/query` for proxies that do not know that method: a read with its query in the body. */

import type { HttpResponse } from '../request/http-request.ts'
import { queryInBody } from '../request/query-in-body.ts'
import { splitUrl } from '../request/read-call.ts'
import type { ReadRoute, RouteOf } from '../request/routes.ts'
import { PRIVATE } from '../respond/caching.ts'
import type { OpenContext } from './request-context.ts'

/** The suffix that the corresponding `GET` request does not have. */
const ACTION = /\/actions\/query\/?$/

export async function answerQuery(
  context: OpenContext<ReadRoute | RouteOf<'query' | 'watch' | 'export'>>,
): Promise<HttpResponse> {
  const { request, call, app, ask } = context
  const { path } = splitUrl(request.url)
  const read = queryInBody(request, call.route.kind === 'query' ? path.replace(ACTION, '') : path, app.settings.limits)
  return withoutSharing(await ask(read))
}

/** A shared cache would take two queries with the same URL for the same request. */
function withoutSharing(response: HttpResponse): HttpResponse {
  return { ...response, headers: { ...response.headers, 'cache-control': PRIVATE } }
}
