/** The entry point of every request: find the route, identify the caller, check permission, call the handler. */

import { authorize } from '../access/caller.ts'
import type { Moment } from '../cache/revisions.ts'
import type { HttpRequest, HttpResponse } from '../request/http-request.ts'
import type { Call } from '../request/read-call.ts'
import { withoutStoring } from '../respond/caching.ts'
import { respondOptions } from '../respond/respond.ts'
import { startStopwatch, withTiming } from '../respond/stopwatch.ts'
import { unknownRoute } from './answer-unknown.ts'
import type { App } from './app.ts'
import { answerAssuming, isPlainRead } from './assume-unchanged.ts'
import { audited } from './audited.ts'
import { withCredentialsHint } from './credentials-hints.ts'
import { type FoundEndpoint, findEndpoint } from './find-endpoint.ts'
import { readAgain } from './read-again.ts'
import { recall } from './recall.ts'
import { appFor } from './request-context.ts'

export async function answer(request: HttpRequest, shared: App): Promise<HttpResponse> {
  const known = (await recall(request, shared)) ?? (await readAgain(request, shared))
  if (known !== null) return known
  const app = appFor(request, shared)
  const found = findEndpoint(request, app)
  if (found === null) throw await unknownRoute(request, app)
  const { call, handler } = found
  if (handler === null) return respondOptions(call.allow)
  if (handler.access === 'open') return handler.answer({ request, call, app, ask: (other) => answer(other, app) })
  const assumed = isPlainRead(request, call) ? app.revisions.assumed() : null
  const answerAt = (at: Moment | null, using: App) => answerCall({ request, call, handler }, at, using)
  try {
    const early = assumed === null ? null : await answerAssuming(assumed, app, answerAt)
    return early ?? (await answerAt(await app.revisions.now(), app))
  } catch (error) {
    throw withCredentialsHint(error, request, app.settings.rest)
  }
}

interface Asked {
  readonly request: HttpRequest
  readonly call: Call
  readonly handler: Exclude<FoundEndpoint['handler'], null | { readonly access: 'open' }>
}

async function answerCall({ request, call, handler }: Asked, at: Moment | null, app: App): Promise<HttpResponse> {
  const watch = startStopwatch()
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
