/**
 * `GET …/actions/watch`: sends the response of the same path without that suffix as Server-Sent Events, again after
 * each change.
 */

import type { Chunk, HttpResponse } from '../request/http-request.ts'
import type { RouteOf } from '../request/routes.ts'
import { type WatchedRequest, watchedUrl } from '../request/watched-request.ts'
import { watchUnsupported } from '../watch/watchers.ts'
import type { Joining } from '../watch/watching.ts'
import { answerRead } from './answer-read.ts'
import type { App } from './app.ts'
import { queueCaller } from './queue-caller.ts'
import type { RequestContext } from './request-context.ts'

/** Proxies must not buffer events: https://nginx.org/en/docs/http/ngx_http_proxy_module.html */
const HEADERS = {
  'content-type': 'text/event-stream; charset=utf-8',
  'cache-control': 'no-store',
  'x-accel-buffering': 'no',
}

export async function answerWatch(context: RequestContext<RouteOf<'watch'>>): Promise<HttpResponse> {
  const { request, call, at, app } = context
  const { authorization, 'strapi-response-format': format, 'last-event-id': seen = null } = request.headers
  const { url, query, tagsAlone } = watchedUrl(request.url)
  if (at === null) throw watchUnsupported()
  const watched: WatchedRequest = {
    call: { ...call, route: call.route.of, query },
    authorization,
    request: { method: 'GET', url, headers: { 'strapi-response-format': format } },
  }
  // `HEAD` gets the same errors as `GET`.
  if (request.method === 'HEAD') await answerRead({ ...context, ...watched })
  const { signal } = request
  const joining: Joining = { caller: queueCaller(request), shows: tagsAlone ? 'etag' : 'response', seen, signal }
  const stream = { chunks: () => chunksOf(watched, joining, app), isLive: true }
  return { status: 200, headers: HEADERS, body: '', stream }
}

/** An error before the first chunk is an ordinary error response. */
async function* chunksOf(
  watched: WatchedRequest,
  joining: Joining,
  { watching }: App,
): AsyncGenerator<Chunk, void, void> {
  const { chunks } = await watching.join(watched, joining)
  yield* chunks()
}
