/**
 * Repeats a read without the pipeline: for a known request, or one that differs only in values. Its statement is in the
 * cache, and so are the caller's permissions while the account tables do not change.
 */

import type { Moment } from '../cache/revisions.ts'
import { ApiError } from '../errors/api-error.ts'
import type { HttpRequest, HttpResponse } from '../request/http-request.ts'
import { withCaching } from '../respond/caching.ts'
import { startStopwatch, withTiming } from '../respond/stopwatch.ts'
import type { App } from './app.ts'
import { answerAssuming } from './assume-unchanged.ts'
import { respondAtOnce, respondPrepared } from './cached-response.ts'
import type { PreparedRead } from './prepared-read.ts'
import { isRead, lookFor, type Recalled } from './recall.ts'
import { appFor, type RequestContext } from './request-context.ts'
import { findSimilar, type Similar } from './similar-requests.ts'

/** Null if the request is not known or its caller may no longer make it: then `answer` handles it. */
export async function readAgain(request: HttpRequest, shared: App): Promise<HttpResponse | null> {
  const current = shared.revisions.atOnce()
  const moment = current ?? shared.revisions.assumed()
  const found = moment === null ? null : findReadable(request, () => moment, shared)
  if (found === null) return null
  const watch = startStopwatch()
  const app = appFor(request, shared)
  const { known, prepared } = found
  const respondAt = (at: Moment, app: App) => respondPrepared(known.key, prepared, { request, at, watch, app })
  const reading = moment === current ? respondAt(found.at, app) : answerAssuming(found.at, app, respondAt)
  const response = await reading.catch(nullIfGone)
  return response === null ? null : finish(response, found, { request, watch, app })
}

/** A missing entry: `answer` makes the 404, with a hint. */
function nullIfGone(error: unknown): null {
  if (error instanceof ApiError && error.code === 'ENTRY_UNKNOWN') return null
  throw error
}

/**
 * The same synchronously, on databases that run fast statements synchronously; null if the statement takes longer or
 * fails.
 */
export function readAgainAtOnce(request: HttpRequest, app: App, wasReadNow: boolean): HttpResponse | null {
  if (app.database.runAtOnce === undefined) return null
  const found = findReadable(request, lookFor(app.revisions, wasReadNow), app)
  if (found === null) return null
  const watch = startStopwatch()
  const response = respondOrGiveUp(found, request, app)
  if (response === null) return null
  watch.lap('database')
  return finish(response, found, { request, watch, app })
}

interface Readable extends Similar {
  /** Whether only the values are new: the request itself was not answered before. */
  readonly isNew: boolean
}

function findReadable(request: HttpRequest, moment: () => Moment | null, app: App): Readable | null {
  if (!isRead(request)) return null
  const same = findSame(request, moment, app)
  if (same !== null) return same
  const similar = findSimilar(request, moment, app)
  return similar === null ? null : readable(similar, similar.prepared, true)
}

function findSame(request: HttpRequest, moment: () => Moment | null, { recall, caches }: App): Readable | null {
  const recalled = recall.source(request, moment)
  const prepared = recalled === null ? undefined : caches.knownStatement(recalled.known.key)
  return recalled === null || prepared === undefined ? null : readable(recalled, prepared, false)
}

/** An object literal, because a spread would take as long as all the lookups. */
function readable({ known, at }: Recalled, prepared: PreparedRead, isNew: boolean): Readable {
  return { known, at, prepared, isNew }
}

function finish(
  response: HttpResponse,
  { known, prepared: { headers, tags }, isNew }: Readable,
  { request, watch, app }: Pick<RequestContext, 'request' | 'watch' | 'app'>,
): HttpResponse {
  const { rest } = app.settings
  const isPublic = request.headers.authorization === undefined
  if (response.headers.etag !== undefined) {
    // Without cached responses, `recall` would have nothing to find.
    if (isNew) app.recall.learnLike(request, known)
    const shown = withCaching(response, { tags, isPublic, rules: rest.cache })
    return rest.serverTiming ? withTiming(shown, watch) : shown
  }
  const { status, body } = response
  const shared = isPublic ? headers.forAnyone : headers.forCaller
  // Object literals, because a spread is slower.
  return rest.serverTiming
    ? { status, headers: shared, sharesHeaders: true, body, timing: watch.header() }
    : { status, headers: shared, sharesHeaders: true, body }
}

/** On any error, `answer` handles the request and reports it. */
function respondOrGiveUp({ known, prepared, at }: Readable, request: HttpRequest, app: App): HttpResponse | null {
  try {
    return respondAtOnce(known.key, prepared, { request, at, app })
  } catch {
    return null
  }
}
