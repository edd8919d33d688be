/** The body of a request: as text up to the limit; for an upload, as a stream. */

import type { IncomingMessage } from 'node:http'
import { limitExceeded } from '../config/limit-exceeded.ts'
import { ApiError } from '../errors/api-error.ts'
import { unlessAborted } from '../execute/abortable.ts'
import { bodyFormat } from '../request/content-type.ts'
import type { HttpRequest } from '../request/http-request.ts'
import type { ArrivingBodies } from './arriving-bodies.ts'
import type { LongBodyQueue } from './long-body-queue.ts'
import { areSmallChunks } from './small-chunks.ts'

const WITH_BODY: readonly string[] = ['POST', 'PUT', 'PATCH']

export interface BodyLimits {
  /** Whether there is a method QUERY. */
  readonly withQuery: boolean
  /** Bytes of a text. */
  readonly size: number
  /** Milliseconds until a text must be there. */
  readonly time: number
  /** Aborted, with an error that says why, when the server stops waiting for bodies that are arriving. */
  readonly signal: AbortSignal
  readonly bodies: ArrivingBodies
  readonly longBodies: LongBodyQueue
}

/** Whether there is anything to read, as the head of the request announces it. */
export function hasBody({ headers }: IncomingMessage): boolean {
  return headers['transfer-encoding'] !== undefined || (headers['content-length'] ?? '0') !== '0'
}

/** Uploads are not held in memory: their handler reads the stream. */
export async function withBody(
  request: HttpRequest,
  message: IncomingMessage,
  limits: BodyLimits,
): Promise<HttpRequest> {
  const isRead = limits.withQuery && request.method === 'QUERY'
  const format = isRead || WITH_BODY.includes(request.method) ? bodyFormat(request) : null
  if (format === null || (isRead && format === 'multipart')) return request
  refuseEncoded(message)
  // A handler that stops reading still sends a response on the same connection.
  if (format === 'multipart') return { ...request, stream: message.iterator({ destroyOnReturn: false }) }
  return limits.longBodies({ ...request, body: await receiveBody(message, limits) })
}

/** Compressed bodies are refused: a small one can unpack to a huge one. */
function refuseEncoded({ headers }: IncomingMessage): void {
  const encoding = headers['content-encoding'] ?? 'identity'
  if (encoding !== 'identity') throw malformed(`The body is encoded as ${encoding}; send it uncompressed`)
}

async function receiveBody(message: IncomingMessage, limits: BodyLimits): Promise<string> {
  const { size: limit } = limits
  if (Number(message.headers['content-length'] ?? 0) > limit) throw limitExceeded('bodySize', limit)
  const late = createDeadline(limits.time)
  try {
    return decode(await Promise.race([unlessAborted(receive(message, limits), limits.signal), late.passed]))
  } finally {
    late.clear()
  }
}

/** Node's own deadline is set to that of uploads. */
function createDeadline(time: number) {
  let clear = () => {}
  const passed = new Promise<never>((_, reject) => {
    const timer = setTimeout(() => reject(tooLate()), time)
    clear = () => clearTimeout(timer)
  })
  return { passed, clear }
}

function receive(message: IncomingMessage, { size: limit, bodies }: BodyLimits): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = []
    let size = 0
    const arriving = bodies.begin(() => fail(tooLate()))
    const fail = (error: ApiError) => {
      // Drain the rest of the body, so that the client sees the response.
      message.off('data', onData).resume()
      chunks.length = 0
      arriving.end()
      reject(error)
    }
    const onData = (chunk: Buffer) => {
      size += chunk.length
      chunks.push(chunk)
      if (size > limit) fail(limitExceeded('bodySize', limit))
      else if (areSmallChunks(chunks.length, size)) fail(smallChunks())
      else arriving.add(chunk.length)
    }
    message.on('data', onData)
    message.once('end', () => resolve(Buffer.concat(chunks)))
    message.once('error', (cause) => reject(malformed('The body ended early', cause)))
    message.once('close', () => reject(malformed('The body ended early')))
    for (const event of ['end', 'close']) message.once(event, arriving.end)
  })
}

function tooLate(): ApiError {
  return new ApiError('REQUEST_TIMEOUT', { headers: { Connection: 'close' } })
}

function smallChunks(): ApiError {
  const message = 'The body is sent in chunks of a few bytes each; send larger ones'
  return new ApiError('BODY_MALFORMED', { message, headers: { Connection: 'close' } })
}

const UTF_8 = new TextDecoder('utf-8', { fatal: true })

function decode(bytes: Buffer): string {
  try {
    return UTF_8.decode(bytes)
  } catch (cause) {
    throw malformed('The body is not UTF-8', cause)
  }
}

function malformed(message: string, cause?: unknown): ApiError {
  return new ApiError('BODY_MALFORMED', { message, cause })
}
