/**
 * Cross-origin rules (https://fetch.spec.whatwg.org/#http-cors-protocol), as headers. Pure: settings and request
 * headers in, response headers out.
 */

import type { CorsSettings } from '../config/settings.ts'
import type { HttpRequest, HttpResponse } from '../request/http-request.ts'

export type Headers = Readonly<Record<string, string>>

/** Headers for the response to an ordinary request. An origin that is not listed is never echoed. */
export function corsHeaders(settings: CorsSettings, origin: string | undefined): Headers {
  const expose: Headers =
    settings.expose.length === 0 ? {} : { 'Access-Control-Expose-Headers': settings.expose.join(', ') }
  if (settings.origin === '*') return { 'Access-Control-Allow-Origin': '*', ...expose }
  // `Vary`: caches must separate responses by origin, refusals included.
  const vary: Headers = { Vary: 'Origin' }
  if (origin === undefined || !settings.origin.includes(origin)) return vary
  return { ...vary, 'Access-Control-Allow-Origin': origin, ...credentials(settings), ...expose }
}

/** The same objects for the same origin, so that response heads made of them can be cached. */
export function createCors(settings: CorsSettings): (origin: string | undefined) => Headers {
  const forOthers = corsHeaders(settings, undefined)
  if (settings.origin === '*') return () => forOthers
  const forListed = new Map(settings.origin.map((origin) => [origin, corsHeaders(settings, origin)]))
  return (origin) => (origin === undefined ? forOthers : (forListed.get(origin) ?? forOthers))
}

/** The response to a preflight; null when the request is not one. */
export function preflight(settings: CorsSettings, request: HttpRequest): HttpResponse | null {
  const origin = request.headers.origin
  const method = request.headers['access-control-request-method']
  if (request.method !== 'OPTIONS' || origin === undefined || method === undefined) return null
  const { 'Access-Control-Expose-Headers': _notInPreflights, ...headers } = corsHeaders(settings, origin)
  if (headers['Access-Control-Allow-Origin'] === undefined) return { status: 204, headers, body: '' }
  const requestedHeaders = request.headers['access-control-request-headers']
  return {
    status: 204,
    headers: withVary({ ...headers, ...permissions(settings, requestedHeaders) }, headers),
    body: '',
  }
}

/** Adds the CORS headers to a response's; an existing `Vary` is kept. */
export function withCors(headers: Headers, cors: Headers): Headers {
  return withVary({ ...headers, ...cors }, headers)
}

function permissions(settings: CorsSettings, requestedHeaders: string | undefined): Headers {
  return {
    'Access-Control-Allow-Methods': settings.methods.join(', '),
    'Access-Control-Max-Age': String(settings.maxAge),
    ...allowedHeaders(settings.headers, requestedHeaders),
  }
}

/**
 * Without a configured list any header may be sent: `*` would not cover `Authorization`, so the requested list is
 * echoed.
 */
function allowedHeaders(allowed: readonly string[], requestedHeaders: string | undefined): Headers {
  if (allowed.length > 0) return { 'Access-Control-Allow-Headers': allowed.join(', ') }
  if (requestedHeaders === undefined) return {}
  return { 'Access-Control-Allow-Headers': requestedHeaders, Vary: 'Access-Control-Request-Headers' }
}

/** Credentials with `*` would expose every response to every site; browsers forbid it, and so do we. */
function credentials(settings: CorsSettings): Headers {
  return settings.credentials && settings.origin !== '*' ? { 'Access-Control-Allow-Credentials': 'true' } : {}
}

function withVary(headers: Headers, earlier: Headers): Headers {
  const before = earlier.Vary ?? earlier.vary
  const added = headers.Vary
  if (before === undefined || added === undefined || before === added) return headers
  return { ...headers, Vary: `${before}, ${added}` }
}
