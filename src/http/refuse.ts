/** Responses to input that node's HTTP parser rejected: there is no request, only a socket to write to. */

import { STATUS_CODES } from 'node:http'
import type { Duplex } from 'node:stream'
import { ApiError } from '../errors/api-error.ts'
import { type ErrorResponse, errorResponse } from '../respond/error-body.ts'
import type { Headers } from './cors.ts'
import { FIXED_HEADERS } from './fixed-headers.ts'

/** A client that is still sending would lose the response if the socket closed at once. */
const LINGER_MS = 500

export interface ParserError extends Error {
  readonly code?: string
}

const UNENCODED = 'The URL has a character that must be percent-encoded'
const ENCODE = 'Write spaces and letters beyond ASCII as encodeURIComponent does; in curl: --get --data-urlencode'

export function parserError(error: ParserError): ApiError {
  switch (error.code) {
    case 'HPE_HEADER_OVERFLOW':
      return new ApiError('HEADERS_TOO_LARGE', { cause: error })
    case 'ERR_HTTP_REQUEST_TIMEOUT':
      return new ApiError('REQUEST_TIMEOUT', { cause: error })
    case 'HPE_INVALID_URL':
    // A space ended the URL, and what follows is not the version of HTTP.
    case 'HPE_INVALID_CONSTANT':
      return new ApiError('REQUEST_MALFORMED', { message: UNENCODED, details: { hint: ENCODE }, cause: error })
    default:
      return new ApiError('REQUEST_MALFORMED', { cause: error })
  }
}

export function refuse(socket: Duplex, error: ApiError, cors: Headers): void {
  // The parser complains again about every further chunk of the same request.
  if (socket.writableEnded) return
  if (!socket.writable) {
    socket.destroy()
    return
  }
  socket.end(responseText(errorResponse(error), cors))
  setTimeout(() => socket.destroy(), LINGER_MS).unref()
}

function responseText(response: ErrorResponse, cors: Headers): string {
  const headers = {
    ...response.headers,
    ...cors,
    ...FIXED_HEADERS,
    'Content-Length': String(Buffer.byteLength(response.body)),
    Connection: 'close',
  }
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`)
  return `HTTP/1.1 ${response.status} ${STATUS_CODES[response.status]}\r\n${lines.join('')}\r\n${response.body}`
}
