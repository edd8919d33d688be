/** What caches on the way may do with an answer. */

import { createHash } from 'node:crypto'
import type { HttpResponse } from '../request/http-request.ts'

export interface CacheRules {
  /** Seconds that a browser may use an answer without asking again. */
  readonly maxAge: number
  /** The same for caches that serve many people. */
  readonly sharedMaxAge: number
}

/** Who asks decides what is seen, and one header how it is written. */
const VARY = 'Authorization, Strapi-Response-Format, Accept-Encoding'

/** Weak: the same answer can be compressed or not. Made of what the answer depends on, not of the answer. */
export function etagOf(identity: string, stamp: string): string {
  return `W/"${createHash('sha1').update(identity).update('\0').update(stamp).digest('base64url')}"`
}

/** `isPublic`: whether everybody would be told the same. */
export function withCaching(response: HttpResponse, isPublic: boolean, rules: CacheRules): HttpResponse {
  const headers = { ...response.headers, 'cache-control': cacheControl(isPublic, rules), vary: VARY }
  return { ...response, headers }
}

function cacheControl(isPublic: boolean, { maxAge, sharedMaxAge }: CacheRules): string {
  if (!isPublic) return 'private, max-age=0, must-revalidate'
  const shared = sharedMaxAge > 0 ? `, s-maxage=${sharedMaxAge}` : ''
  return `public, max-age=${maxAge}${shared}, must-revalidate`
}

/** What a cache can be told to drop, by name. */
export function withTags(response: HttpResponse, tags: string | null): HttpResponse {
  return tags === null ? response : { ...response, headers: { ...response.headers, 'cache-tag': tags } }
}

/** Whoever asked has it already. */
export function respondUnchanged({ headers }: Pick<HttpResponse, 'headers'>): HttpResponse {
  const { 'content-type': _ofNothing, ...rest } = headers
  return { status: 304, headers: rest, body: '' }
}

/** What was not said to be fit for caches is not. */
export function withoutStoring(response: HttpResponse): HttpResponse {
  const known = Object.keys(response.headers).some((name) => name.toLowerCase() === 'cache-control')
  return known ? response : { ...response, headers: { ...response.headers, 'cache-control': 'no-store' } }
}
