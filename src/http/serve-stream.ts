/** A streamed response: its head, its chunks, and what the log and the metrics say about it. */

import type { Log } from '../config/log.ts'
import type { ApiError } from '../errors/api-error.ts'
import type { HttpRequest, HttpResponse } from '../request/http-request.ts'
import { toApiError } from '../respond/error-body.ts'
import { asItIs, bestOf, type Compress } from './compress.ts'
import type { Turn } from './connections.ts'
import type { Headers } from './cors.ts'
import type { HeadOf } from './head.ts'
import { logFailure, type Served } from './logger.ts'
import { type Begun, beginStream, sendStream } from './send-stream.ts'
import type { Timeouts } from './timeouts.ts'
import type { UnreadResponses } from './unread-responses.ts'

/**
 * Called when a streamed response begins. The returned function is called at its end, with null if the response is
 * complete.
 */
export type OnStream = (request: HttpRequest) => (failure: ApiError | null) => void

export interface StreamParts {
  readonly logger: Log
  readonly logServed: (served: Served) => void
  readonly onServed?: (served: Served) => void
  readonly onStream?: OnStream
  readonly cors: (origin: string | undefined) => Headers
  readonly headOf: HeadOf
  readonly compress: Compress
  readonly timeouts: Timeouts
  readonly unread: UnreadResponses
}

export interface Streaming {
  readonly turn: Turn
  readonly request: HttpRequest
  /** A moment of `performance.now()`. */
  readonly started: number
  readonly response: HttpResponse
  readonly begun: Begun
  /** Aborted when the response is no longer wanted. */
  readonly signal: AbortSignal
}

/** During shutdown, unlimited streams are refused, since they would not be waited for. */
export async function openStream(
  { turn, request, response }: Pick<Streaming, 'turn' | 'request' | 'response'>,
  refusal: () => ApiError | null,
): Promise<Begun | null> {
  turn.isLive = response.stream?.isLive ?? false
  const refused = turn.isLive ? refusal() : null
  if (refused !== null) throw refused
  return beginStream(request, response)
}

/** The log has the time until its end; the metrics have the time until it began, as for all others. */
export function createServeStream(parts: StreamParts): (streaming: Streaming) => Promise<void> {
  const { logger, logServed, onServed, onStream, cors, headOf, compress, timeouts, unread } = parts
  return async ({ turn, request, started, response, begun, signal }) => {
    const { response: to } = turn
    turn.made()
    const served = { request, status: response.status, bytes: 0, code: null }
    onServed?.({ ...served, milliseconds: performance.now() - started })
    const onEnd = onStream?.(request)
    const encoding = begun.isLive || compress === asItIs ? null : bestOf(request.headers['accept-encoding'] ?? '')
    const head = headOf(response, { cors: cors(request.headers.origin), encoding, length: null })
    to.writeHead(response.status, head as string[])
    const { bytes, failure } = await sendStream(to, begun, { encoding, signal, lastWord: timeouts.lastWord, unread })
    const error = failure === null ? null : toApiError(failure)
    if (error !== null) logFailure(logger, error)
    onEnd?.(error)
    logServed({ ...served, bytes, milliseconds: performance.now() - started, code: error?.code ?? null })
  }
}
