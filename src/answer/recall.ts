/**
 * Maps requests to the keys of their cached responses. A hit takes one lookup and a check of the database's revision,
 * without the pipeline.
 */

import type { Caller } from '../access/caller.ts'
import type { Moment, Revisions } from '../cache/revisions.ts'
import { createStampedCache } from '../cache/stamped-cache.ts'
import type { CacheSettings } from '../config/settings.ts'
import type { Observer } from '../execute/observer.ts'
import { hasVersion } from '../request/conditions.ts'
import type { HttpRequest, HttpResponse } from '../request/http-request.ts'
import { respondUnchanged, withCaching } from '../respond/caching.ts'
import type { Caches } from './caches.ts'
import type { PreparedRead } from './prepared-read.ts'

/** Size of this map in characters, and the overhead of each entry. */
const MOST_REMEMBERED = 4 * 1024 * 1024
const OVERHEAD = 200

export interface Recall {
  /** Remembers the cache key of a successful request. */
  learn(request: HttpRequest, source: Source): void
  /** Remembers that the same caller may make this similar request, too. */
  learnLike(request: HttpRequest, known: Known): void
  knows(request: HttpRequest): boolean
  /** Null if the response is not cached or out of date. `moment` is called only if it is needed. */
  find(request: HttpRequest, moment: () => Moment | null): HttpResponse | null
  /** What was learned of the request; null if its caller may no longer make it. */
  source(request: HttpRequest, moment: () => Moment | null): Recalled | null
}

export interface Recalled {
  readonly known: Known
  readonly at: Moment
}

interface Source {
  /** The key in the cache of responses. */
  readonly key: string
  readonly prepared: Pick<PreparedRead, 'tables' | 'tags'>
  readonly caller: Caller
  readonly at: Moment | null
}

export interface Known extends Pick<Source, 'key'>, Pick<PreparedRead, 'tables' | 'tags'> {
  /** The stamp of the tables that determine the caller and their permissions. */
  readonly callers: string
  /** When the caller's credentials expire, in milliseconds since 1970. */
  readonly expires: number
}

/** The response with its final headers. Reusing the same object lets the HTTP server serialize the headers once. */
interface Finished {
  readonly response: HttpResponse
  readonly unchanged: HttpResponse
}

export interface RecallParts {
  readonly caches: Pick<Caches, 'responses'>
  readonly cache: CacheSettings
  readonly serverTiming: boolean
  readonly callerTables: readonly string[]
  readonly observer: Pick<Observer, 'looked'>
  readonly now?: () => number
}

export function createRecall({
  caches,
  cache,
  serverTiming,
  callerTables,
  observer,
  now = Date.now,
}: RecallParts): Recall {
  const requests = createStampedCache<Known>({ most: MOST_REMEMBERED, weigh: (_known, key) => key.length + OVERHEAD })
  const forPublic = new WeakMap<HttpResponse, Finished>()
  const forOthers = new WeakMap<HttpResponse, Finished>()

  function finish(response: HttpResponse, tags: string | null, isPublic: boolean): HttpResponse {
    const { headers, ...rest } = withCaching(response, { tags, isPublic, rules: cache })
    return { ...rest, headers: serverTiming ? { ...headers, 'server-timing': 'cache;dur=0' } : headers }
  }

  function finishedOf(cached: HttpResponse, etag: string, tags: string | null, isPublic: boolean): Finished {
    const known = (isPublic ? forPublic : forOthers).get(cached)
    if (known !== undefined) return known
    const unchanged = { ...respondUnchanged({ headers: { etag } }), sharesHeaders: true as const }
    const finished = { response: finish(cached, tags, isPublic), unchanged: finish(unchanged, tags, isPublic) }
    ;(isPublic ? forPublic : forOthers).set(cached, finished)
    return finished
  }

  function current(request: HttpRequest, moment: () => Moment | null): Recalled | null {
    const known = requests.find(requestKey(request), '')
    const at = known === undefined ? null : moment()
    if (known === undefined || at === null) return null
    return known.callers === at.stampOf(callerTables) && known.expires > now() ? { known, at } : null
  }

  return {
    learn(request, { key, prepared, caller, at }) {
      const callers = at?.stampOf(callerTables) ?? null
      if (callers === null) return
      const expires = caller.expires ?? Number.POSITIVE_INFINITY
      // Without the statement, which has a cache of its own.
      const { tables, tags } = prepared
      requests.keep(requestKey(request), '', { key, tables, tags, callers, expires })
    },
    learnLike: (request, known) => requests.keep(requestKey(request), '', known),
    knows: (request) => cache.answers && requests.find(requestKey(request), '') !== undefined,
    source: current,
    find(request, moment) {
      const recalled = cache.answers ? current(request, moment) : null
      if (recalled === null) return null
      const { key, tables, tags } = recalled.known
      const cached = caches.responses.find(key, recalled.at.stampOf(tables))
      const etag = cached?.headers.etag
      if (cached === undefined || etag === undefined) return null
      const finished = finishedOf(cached, etag, tags, request.headers.authorization === undefined)
      const isHit = !hasVersion(request.headers, etag)
      observer.looked(isHit ? 'hit' : 'unchanged')
      return isHit ? finished.response : finished.unchanged
    },
  }
}

/** All parts of the request that its response depends on, separated by line breaks, which URLs cannot contain. */
function requestKey({ url, headers }: HttpRequest): string {
  const { authorization, 'strapi-response-format': format } = headers
  return authorization === undefined && format === undefined ? url : `${authorization ?? ''}\n${format ?? ''}\n${url}`
}

export interface Recalling {
  readonly recall: Recall
  readonly revisions: Revisions
}

/** The cached response, or null. */
export async function recall(request: HttpRequest, { recall, revisions }: Recalling): Promise<HttpResponse | null> {
  if (!isRead(request) || !recall.knows(request)) return null
  const at = await revisions.now()
  return recall.find(request, () => at)
}

/** The same synchronously, on databases that can check for changes synchronously. */
export function recallAtOnce(
  request: HttpRequest,
  { recall, revisions }: Recalling,
  wasReadNow: boolean,
): HttpResponse | null {
  return isRead(request) ? recall.find(request, lookFor(revisions, wasReadNow)) : null
}

export function lookFor({ ofIteration, atOnce }: Revisions, wasReadNow: boolean): () => Moment | null {
  return wasReadNow ? ofIteration : atOnce
}

export function isRead({ method }: Pick<HttpRequest, 'method'>): boolean {
  return method === 'GET' || method === 'HEAD'
}
