/** The context of one request: route, caller, state of the database. Every handler gets it. */

import type { Caller } from '../access/caller.ts'
import type { Moment } from '../cache/revisions.ts'
import { unlessAborted } from '../execute/abortable.ts'
import type { Demand } from '../execute/demand.ts'
import { FLAT, type ResponseFormat, WRAPPED } from '../plan/response-format.ts'
import type { Answer, HttpRequest } from '../request/http-request.ts'
import type { Call } from '../request/read-call.ts'
import type { Route } from '../request/routes.ts'
import type { Stopwatch } from '../respond/stopwatch.ts'
import type { App } from './app.ts'
import { queueCaller } from './queue-caller.ts'
import { isRead } from './recall.ts'

/** What is known before the caller is identified. Open routes get no more. */
export interface OpenContext<R extends Route = Route> {
  readonly request: HttpRequest
  readonly call: Call<R>
  readonly app: App
  /** Handles another request, for pages that show responses. */
  readonly ask: Answer
}

export interface RequestContext<R extends Route = Route> extends Omit<OpenContext<R>, 'ask'> {
  readonly caller: Caller
  /** The state of the database when the request began; null if changes cannot be detected. */
  readonly at: Moment | null
  readonly watch: Stopwatch
}

/** The same app, but its statements are cancelled if the client disconnects or the deadline passes. */
export function appFor(request: HttpRequest, app: App): App {
  const { signal, until = Number.POSITIVE_INFINITY } = request
  if (signal === undefined) return app
  const demand: Demand = { signal, until, caller: queueCaller(request) }
  const { database, writer } = app
  return {
    ...(isRead(request) ? app : waitingFor(signal, app)),
    writer: writer && {
      ...writer,
      transaction: (work, options) => writer.transaction(work, { ...options, demand }),
    },
    database: {
      ...database,
      run: (statement) => database.run(statement, demand),
      read: (statement) => database.read(statement, demand),
    },
  }
}

/**
 * Several requests share one read of the caller and the settings, so no request may cancel that statement. For reads,
 * the HTTP server ends the wait at the deadline. It does not for writes, so they stop waiting here when the signal is
 * aborted.
 */
function waitingFor(signal: AbortSignal, app: App): App {
  const { identify, revisions, stored } = app
  return {
    ...app,
    identify: (...asked) => unlessAborted(identify(...asked), signal),
    revisions: { ...revisions, now: () => unlessAborted(revisions.now(), signal) },
    stored: {
      ...stored,
      defaultLocale: (at) => unlessAborted(stored.defaultLocale(at), signal),
      locales: () => unlessAborted(stored.locales(), signal),
    },
  }
}

export function formatOf({ headers }: HttpRequest): ResponseFormat {
  return headers['strapi-response-format'] === 'v4' ? WRAPPED : FLAT
}
