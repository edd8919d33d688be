/** The entry point of every request: find the route, identify the caller, check permission, call the handler. */

import { authorize } from '../access/caller.ts'
import type { HttpRequest, HttpResponse } from '../request/http-request.ts'
import { withoutStoring } from '../respond/caching.ts'
import { respondOptions } from '../respond/respond.ts'
import { startStopwatch, withTiming } from '../respond/stopwatch.ts'
import { unknownRoute } from './answer-unknown.ts'
import type { App } from './app.ts'
import { audited } from './audited.ts'
import { findEndpoint } from './find-endpoint.ts'
import { recall } from './recall.ts'
import { appFor } from './request-context.ts'

export async function answer(request: HttpRequest, shared: App): Promise<HttpResponse> {
  const recalled = await recall(request, shared)
  if (recalled !== null) return recalled
  const app = appFor(request, shared)
  const found = findEndpoint(request, app)
  if (found === null) throw await unknownRoute(request, app)
  const { call, handler } = found
  if (handler === null) return respondOptions(call.allow)
  if (handler.access === 'open') return handler.answer({ request, call, app, ask: (other) => answer(other, app) })
  const watch = startStopwatch()
  const at = await app.revisions.now()
  const caller = await app.identify(request.headers.authorization, at)
  const context = { request, call, caller, at, watch, app }
  const answered = await audited(context, async () => {
    authorize(caller, call.action)
    watch.lap('caller')
    return handler.answer(context)
  })
  const response = withoutStoring(answered)
  return app.settings.rest.serverTiming ? withTiming(response, watch) : response
}
