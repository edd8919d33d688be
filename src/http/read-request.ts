/** A request of fastify → a plain value, and what must be refused before anybody looks at it. */

import { isIP } from 'node:net'
import type { FastifyRequest } from 'fastify'
import { ApiError } from '../errors/api-error.ts'
import type { HttpRequest } from '../request/http-request.ts'

export function toRequest(request: FastifyRequest): HttpRequest {
  // Node joins repeated headers itself; `set-cookie`, the one it keeps apart, is not a request header.
  const headers = request.headers as HttpRequest['headers']
  const address = clientAddress(request)
  const plain = {
    method: request.method,
    url: originForm(request.originalUrl),
    headers,
    version: request.raw.httpVersion,
  }
  return address === undefined ? plain : { ...plain, address }
}

/** Fastify reads `X-Forwarded-For` as far as `server.proxy` trusts who wrote it. An entry can be any text. */
function clientAddress({ ip, socket }: FastifyRequest): string | undefined {
  const withoutPort = ip?.replace(/^(\d+\.\d+\.\d+\.\d+):\d+$/, '$1')
  return withoutPort !== undefined && isIP(withoutPort) !== 0 ? withoutPort : socket.remoteAddress
}

/** `http://host/path` → `/path`: https://www.rfc-editor.org/rfc/rfc9112#section-3.2.2, servers must accept both. */
function originForm(target: string): string {
  return target.startsWith('/') ? target : target.replace(/^https?:\/\/[^/?]*\/?/i, '/')
}

export function checkPath(url: string): void {
  const query = url.indexOf('?')
  try {
    decodeURIComponent(query === -1 ? url : url.slice(0, query))
  } catch (cause) {
    throw new ApiError('REQUEST_MALFORMED', { message: 'The path of the URL is not valid percent-encoding', cause })
  }
}

/** https://www.rfc-editor.org/rfc/rfc9112#section-3.2: a request without Host must be refused with 400. */
export function missingHost({ raw }: FastifyRequest): ApiError | null {
  if (raw.headers.host !== undefined || raw.httpVersion === '1.0') return null
  return new ApiError('REQUEST_MALFORMED', { message: 'The Host header is missing', headers: { Connection: 'close' } })
}
