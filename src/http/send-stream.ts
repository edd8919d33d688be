/** A response whose body is made while it is sent: no faster than the client reads it. */

import type { ServerResponse } from 'node:http'
import { pipeline, type Writable } from 'node:stream'
import { setTimeout as pause } from 'node:timers/promises'
import { createBrotliCompress, createGzip, type Gzip } from 'node:zlib'
import type { Chunk, HttpRequest, HttpResponse } from '../request/http-request.ts'
import { BROTLI, type Encoding } from './compress.ts'
import type { Sending, UnreadResponses } from './unread-responses.ts'

const POLL_MS = 10

/** A body that has begun. */
export interface Begun {
  readonly isLive: boolean
  readonly ending: AbortSignal | null
  readonly first: IteratorResult<Chunk>
  readonly rest: AsyncIterator<Chunk>
}

/** Before the response begins: what fails now is answered with its own status. Null where nothing is to be streamed. */
export async function beginStream({ method }: HttpRequest, { stream }: HttpResponse): Promise<Begun | null> {
  if (stream === undefined || method === 'HEAD') return null
  const rest = stream.chunks()[Symbol.asyncIterator]()
  return { isLive: stream.isLive, ending: stream.ending ?? null, first: await rest.next(), rest }
}

export interface StreamSettings {
  readonly encoding: Encoding | null
  /** Aborted when the response is no longer wanted. */
  readonly signal: AbortSignal
  /** Milliseconds for what was written before a failure to reach the client. */
  readonly lastWord: number
  /** Counts what waits for the client to read. */
  readonly unread: UnreadResponses
}

export interface Streamed {
  /** Sent, compressed or not. */
  readonly bytes: number
  /** Why it is not complete; null: it is. */
  readonly failure: unknown
}

/** After the head. Never throws. */
export async function sendStream(to: ServerResponse, begun: Begun, settings: StreamSettings): Promise<Streamed> {
  const sink = sinkOf(to, settings)
  const failure = await sendChunks(sink, begun, settings.signal).then(
    () => null,
    (error: unknown) => error,
  )
  if (failure !== null) {
    if (!to.destroyed) await Promise.race([sink.flush(), pause(settings.lastWord)])
    to.destroy()
    return { bytes: sink.bytes(), failure }
  }
  const isFinished = await sink.end()
  return { bytes: sink.bytes(), failure: isFinished ? null : settings.signal.reason }
}

/** Chunks that are still sent after the response is no longer wanted: they may say why it is not complete. */
const LAST_CHUNKS = 1

async function sendChunks(sink: Sink, { first, rest, ending }: Begun, wanted: AbortSignal): Promise<void> {
  const signal = ending === null ? wanted : AbortSignal.any([wanted, ending])
  let left = LAST_CHUNKS
  let isOver = false
  try {
    for (let next = first; !next.done; next = await rest.next()) {
      await sink.write(next.value, signal)
      if (signal.aborted && left === 0) throw signal.reason
      if (signal.aborted) left -= 1
    }
    isOver = true
  } finally {
    // Not awaited: the iterator ends after its current step.
    if (!isOver) void Promise.resolve(rest.return?.()).catch(() => undefined)
  }
}

interface Sink {
  /** Until there is room for more. */
  write(chunk: Chunk, signal: AbortSignal): Promise<void>
  /** Until all of it has left. */
  flush(): Promise<void>
  /** Whether all of it was sent before the connection was closed. */
  end(): Promise<boolean>
  bytes(): number
}

function sinkOf(to: ServerResponse, { encoding, unread }: StreamSettings): Sink {
  const encoder = encoding === null ? null : encoderOf(encoding)
  const into: Writable = encoder ?? to
  let bytes = 0
  if (encoder !== null) {
    encoder.on('data', (chunk: Buffer) => {
      bytes += chunk.length
    })
    // Closes both when either fails; the loop learns it from the signal of the request.
    pipeline(encoder, to, () => undefined)
  }
  return {
    async write(chunk, signal) {
      if (into.destroyed) return
      if (encoder === null) bytes += Buffer.byteLength(chunk)
      if (into.write(chunk)) return
      const release = unread.watch(waitingIn(to, into, chunk))
      await roomIn(into, signal)
      release()
    },
    async flush() {
      if (encoder !== null && !encoder.destroyed) await new Promise<void>((resolve) => encoder.flush(() => resolve()))
      while (!to.destroyed && to.writableLength > 0) await pause(POLL_MS)
    },
    end: () =>
      new Promise((resolve) => {
        // The event fires only once: the client may have left before the last chunk.
        if (to.destroyed) return resolve(false)
        to.once('finish', () => resolve(true))
        to.once('close', () => resolve(false))
        into.end()
      }),
    bytes: () => bytes,
  }
}

/** A live response has no deadline: its client may read slowly, within the limit on unread bytes. */
function waitingIn(to: ServerResponse, into: Writable, chunk: Chunk): Sending {
  const left = () => to.writableLength + (into === to ? 0 : into.writableLength)
  const isShared = into === to && Buffer.isBuffer(chunk)
  return { response: to, left, deadline: Number.POSITIVE_INFINITY, ...(isShared ? { shared: chunk } : {}) }
}

function encoderOf(encoding: Encoding): Gzip {
  return encoding === 'br' ? createBrotliCompress(BROTLI) : createGzip()
}

/** Or until it is closed, or no longer wanted. */
function roomIn(into: Writable, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const go = () => {
      into.off('drain', go)
      into.off('close', go)
      signal.removeEventListener('abort', go)
      resolve()
    }
    into.on('drain', go)
    into.on('close', go)
    signal.addEventListener('abort', go)
    if (signal.aborted) go()
  })
}
