/** Node's request → a plain value, and checks that come before everything else. */

import type { IncomingMessage } from 'node:http'
import { limitExceeded } from '../config/limit-exceeded.ts'
import { ApiError } from '../errors/api-error.ts'
import type { HttpRequest } from '../request/http-request.ts'

export function toRequest(message: IncomingMessage, address: string | undefined): HttpRequest {
  return {
    method: message.method ?? '',
    url: originForm(message.url ?? ''),
    // Node joins repeated headers itself; `set-cookie`, the one it keeps apart, is not a request header.
    headers: message.headers as HttpRequest['headers'],
    version: message.httpVersion,
    address,
  }
}

/** Written out, as the next one: copies of objects take longer. */
export function withSignal({ method, url, headers, version, address }: HttpRequest, signal: AbortSignal): HttpRequest {
  return { method, url, headers, version, address, signal }
}

/** `until`: a moment of `performance.now()`. */
export function withDeadline(request: HttpRequest, until: number): HttpRequest {
  const { method, url, headers, version, address, signal, body, stream } = request
  if (body !== undefined || stream !== undefined) return { ...request, until }
  return { method, url, headers, version, address, signal, until }
}

/** `http://host/path` → `/path`: https://www.rfc-editor.org/rfc/rfc9112#section-3.2.2, servers must accept both. */
function originForm(target: string): string {
  return target.startsWith('/') ? target : target.replace(/^https?:\/\/[^/?]*\/?/i, '/')
}

export function checkUrl(url: string, longest: number): void {
  // Node reads the target as Latin-1: one character is one byte.
  if (url.length > longest) throw limitExceeded('urlLength', longest)
  const query = url.indexOf('?')
  try {
    decodeURIComponent(query === -1 ? url : url.slice(0, query))
  } catch (cause) {
    throw new ApiError('REQUEST_MALFORMED', { message: 'The path of the URL is not valid percent-encoding', cause })
  }
}

/** Header lines of one request. Node leaves out those beyond, silently: what is left would be another request. */
export const MOST_HEADERS = 1_000

export function refusedHead(message: IncomingMessage): ApiError | null {
  // Names and values take turns.
  if (message.rawHeaders.length > 2 * MOST_HEADERS) return tooManyHeaders()
  return refusedHost(message) ?? refusedCoding(message)
}

function tooManyHeaders(): ApiError {
  const message = `The request has more than ${MOST_HEADERS} headers`
  return new ApiError('HEADERS_TOO_LARGE', { message, headers: { Connection: 'close' } })
}

/** https://www.rfc-editor.org/rfc/rfc9112#section-3.2: a request without Host, or with two, must be refused with 400. */
function refusedHost({ headers, httpVersion, rawHeaders }: IncomingMessage): ApiError | null {
  if (headers.host === undefined) return httpVersion === '1.0' ? null : badHead('The Host header is missing')
  // Node takes the first one; a proxy that takes the last one would have routed the request elsewhere.
  return hasTwoHosts(rawHeaders) ? badHead('There is more than one Host header') : null
}

/** Names and values take turns. */
function hasTwoHosts(rawHeaders: readonly string[]): boolean {
  let hosts = 0
  for (let index = 0; index < rawHeaders.length; index += 2) {
    const name = rawHeaders[index]
    if (name?.length === 4 && name.toLowerCase() === 'host') hosts += 1
  }
  return hosts > 1
}

/** Node finds the end of `gzip, chunked` and ignores the compression: a proxy that does not may see another body. */
function refusedCoding({ headers }: IncomingMessage): ApiError | null {
  const coding = headers['transfer-encoding']
  if (coding === undefined || coding.toLowerCase() === 'chunked') return null
  return badHead(`The transfer encoding ${coding} is not supported; send it chunked alone`)
}

function badHead(message: string): ApiError {
  return new ApiError('REQUEST_MALFORMED', { message, headers: { Connection: 'close' } })
}
