/**
 * A request that was answered before is read again without the pipeline: its statement is known, and so are the rights of
 * its caller while the tables that determine them have not changed. Only on databases that run quick statements at once.
 */

import type { HttpRequest, HttpResponse } from '../request/http-request.ts'
import { withCaching, withTags } from '../respond/caching.ts'
import { startStopwatch, withTiming } from '../respond/stopwatch.ts'
import type { App } from './app.ts'
import { respondAtOnce } from './cached-response.ts'
import type { PreparedRead } from './caches.ts'
import { isRead } from './recall.ts'

/** Null where it takes longer, fails, or was never answered: `answer` does it then. */
export function readAgain(request: HttpRequest, app: App): HttpResponse | null {
  const { database, recall, revisions, caches } = app
  if (database.runAtOnce === undefined || !isRead(request)) return null
  const recalled = recall.source(request, revisions.atOnce)
  const prepared = recalled === null ? undefined : caches.knownStatement(recalled.known.key)
  if (recalled === null || prepared === undefined) return null
  const watch = startStopwatch()
  const response = orNull(() => respondAtOnce(recalled.known.key, prepared, { request, at: recalled.at, app }))
  if (response === null) return null
  watch.lap('database')
  const shown = finish(response, prepared, request.headers.authorization === undefined, app)
  return app.settings.rest.serverTiming ? withTiming(shown, watch) : shown
}

function finish(
  response: HttpResponse,
  { headers, tags }: PreparedRead,
  isPublic: boolean,
  { settings }: App,
): HttpResponse {
  if (response.headers.etag !== undefined) {
    return withCaching(withTags(response, tags), isPublic, settings.rest.cache)
  }
  const { status, body } = response
  return { status, headers: isPublic ? headers.forAnyone : headers.forCaller, sharesHeaders: true, body }
}

/** Also for an entry that is no longer there. */
function orNull(work: () => HttpResponse | null): HttpResponse | null {
  try {
    return work()
  } catch {
    return null
  }
}
