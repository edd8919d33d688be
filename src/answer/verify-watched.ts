/** Checks what the caller of a watched request may read at a given moment, and reads it. */

import { authorize, type Caller } from '../access/caller.ts'
import type { Moment } from '../cache/revisions.ts'
import { textOf } from '../request/body.ts'
import type { EntryRoute } from '../request/routes.ts'
import type { WatchedRequest } from '../request/watched-request.ts'
import { startStopwatch } from '../respond/stopwatch.ts'
import type { Reading } from '../watch/question.ts'
import type { Verified } from '../watch/watcher.ts'
import { compileQuestion, prepareRead } from './answer-read.ts'
import type { App } from './app.ts'
import { respondPrepared } from './cached-response.ts'
import { withCredentialsHint } from './credentials-hints.ts'
import { questionOf } from './question.ts'
import { appFor, type RequestContext } from './request-context.ts'

/** The statements of all watchers count as one caller in the queue. */
const WATCHERS = 'watchers'

/** Rejects with the error that the same request would get now. */
export async function verifyWatched(asked: WatchedRequest, at: Moment, app: App): Promise<Verified> {
  try {
    return await verify(asked, at, app)
  } catch (error) {
    const { request, authorization } = asked
    const headers = { ...request.headers, ...(authorization === undefined ? {} : { authorization }) }
    throw withCredentialsHint(error, { ...request, headers }, app.settings.rest)
  }
}

async function verify(asked: WatchedRequest, at: Moment, app: App): Promise<Verified> {
  const { call, authorization } = asked
  const caller = await app.identify(authorization, at)
  authorize(caller, call.action)
  const { key } = await questionOf(contextOf(asked, caller, at, app))
  return {
    key,
    expires: caller.expires ?? Number.POSITIVE_INFINITY,
    read: (now, signal) => read(asked, { caller, at: now, signal }, app),
  }
}

type WatchedContext = RequestContext<EntryRoute>

function contextOf({ call, request }: WatchedRequest, caller: Caller, at: Moment, app: App): WatchedContext {
  return { call, request, caller, at, watch: startStopwatch(), app }
}

interface ReadOptions {
  readonly caller: Caller
  readonly at: Moment
  readonly signal: AbortSignal
}

async function read(asked: WatchedRequest, { caller, at, signal }: ReadOptions, shared: App): Promise<Reading> {
  const { requestTimeout } = shared.settings.rest
  const request = { ...asked.request, address: WATCHERS, signal, until: performance.now() + requestTimeout }
  const app = appFor(request, shared)
  const context = contextOf({ ...asked, request }, caller, at, app)
  const { question, key } = await questionOf(context)
  const prepared = await app.caches.statement(key, request, () => prepareRead(compileQuestion(question, app), app))
  const { tables, until } = prepared
  const response = await respondPrepared(until === null ? key : `${until} ${key}`, prepared, context)
  // Only a response of exactly this moment has a tag. Without replicas, any other response is newer.
  const isSure = response.headers.etag !== undefined || app.settings.database.replicas.length === 0
  return { body: textOf(response), tables, until, isSure }
}
