/** Headers that tell browsers and shared caches what they may do with a response. */

import { createHash } from 'node:crypto'
import type { HttpResponse } from '../request/http-request.ts'
import { JSON_HEADERS } from './respond.ts'

export interface CacheRules {
  /** Seconds that a browser may use a response without asking again. */
  readonly maxAge: number
  /** The same for caches that serve many people. */
  readonly sharedMaxAge: number
}

/** Content depends on the caller, its form on one header. */
const VARY = 'Authorization, Strapi-Response-Format, Accept-Encoding'

/** Weak, because the same response can be compressed or not. Computed from what the response depends on, not from its body. */
export function etagOf(form: string, stamp: string, values: readonly unknown[] = []): string {
  const parts = JSON.stringify([form, stamp, ...values.map(String)])
  return `W/"${createHash('sha1').update(parts).digest('base64url')}"`
}

/** Milliseconds since 1970 until which the response is valid; null: without end. */
export function rulesUntil(until: number | null, rules: CacheRules, now = Date.now()): CacheRules {
  if (until === null) return rules
  const left = Math.max(0, Math.floor((until - now) / 1_000))
  return { maxAge: Math.min(rules.maxAge, left), sharedMaxAge: Math.min(rules.sharedMaxAge, left) }
}

export interface Cacheable {
  /** Tags that a cache can be purged by. */
  readonly tags: string | null
  /** Whether the response is the same for every caller. */
  readonly isPublic: boolean
  readonly rules: CacheRules
}

export function withCaching(response: HttpResponse, { tags, isPublic, rules }: Cacheable): HttpResponse {
  const tagged = tags === null ? response.headers : { ...response.headers, 'cache-tag': tags }
  return { ...response, headers: { ...tagged, 'cache-control': cacheControl(isPublic, rules), vary: VARY } }
}

/** For responses that only the client itself may keep. */
export const PRIVATE = 'private, max-age=0, must-revalidate'

function cacheControl(isPublic: boolean, { maxAge, sharedMaxAge }: CacheRules): string {
  if (!isPublic) return PRIVATE
  const shared = sharedMaxAge > 0 ? `, s-maxage=${sharedMaxAge}` : ''
  return `public, max-age=${maxAge}${shared}, must-revalidate`
}

type Headers = HttpResponse['headers']

/** The same objects for all responses to a query. */
export interface SharedHeaders {
  readonly forAnyone: Headers
  readonly forCaller: Headers
}

export function sharedHeaders(tags: string | null, rules: CacheRules): SharedHeaders {
  const response = { status: 200, headers: JSON_HEADERS, body: '' }
  return {
    forAnyone: withCaching(response, { tags, isPublic: true, rules }).headers,
    forCaller: withCaching(response, { tags, isPublic: false, rules }).headers,
  }
}

/** 304: the client has it already. */
export function respondUnchanged({ headers }: Pick<HttpResponse, 'headers'>): HttpResponse {
  const { 'content-type': _ofNothing, ...rest } = headers
  return { status: 304, headers: rest, body: '' }
}

/** Responses are not cacheable unless marked so. */
export function withoutStoring(response: HttpResponse): HttpResponse {
  const known = Object.keys(response.headers).some((name) => name.toLowerCase() === 'cache-control')
  return known ? response : { ...response, headers: { ...response.headers, 'cache-control': 'no-store' } }
}
