/** A live response. Reconnects if the connection breaks, until the caller stops or the server refuses. */

import { type EventBlock, eventsIn } from './event-stream.ts'
import { errorOf, LecternError } from './lectern-error.ts'
import { open, type Request, type Transport } from './send.ts'

/** Milliseconds before reconnecting, unless the server sets them, and their maximum after several failures. */
const FIRST_RETRY = 2_000
const LONGEST_RETRY = 30_000

/**
 * A connection counts as lost after this many milliseconds without data: the server sends a heartbeat every 15 seconds.
 */
const SILENCE = 45_000

interface Known {
  /** The id of the last event. */
  id: string | null
  retry: number
  /** Consecutive failures. */
  failures: number
}

/** Ends without an error when the signal in the options is aborted. */
export async function* watch(request: Request, to: Transport): AsyncGenerator<unknown, void, void> {
  const { signal } = request.options ?? {}
  const known: Known = { id: null, retry: FIRST_RETRY, failures: 0 }
  const isStopped = () => signal?.aborted === true
  while (!isStopped()) {
    try {
      yield* connection(request, known, to)
    } catch (error) {
      if (isStopped()) return
      if (known.id === null || !mayPass(error)) throw error
      known.failures += 1
    }
    await pause(Math.min(known.retry * 2 ** known.failures, LONGEST_RETRY) * (0.5 + Math.random() / 2), signal)
  }
}

async function* connection(request: Request, known: Known, to: Transport): AsyncGenerator<unknown, void, void> {
  const line = createLine(request.options?.signal)
  const headers = {
    ...request.options?.headers,
    Accept: 'text/event-stream',
    ...(known.id === null ? {} : { 'Last-Event-ID': known.id }),
  }
  try {
    const { body } = await open({ ...request, options: { headers, signal: line.signal } }, to)
    if (!body) throw new TypeError('This fetch does not give responses as streams, which watch needs.')
    for await (const event of eventsIn(body, line.signal)) {
      line.isAlive()
      known.failures = 0
      known.retry = event.retry ?? known.retry
      if (event.name === 'end') throw refusalIn(event, request, to)
      if (event.data === null || event.id === known.id) continue
      known.id = event.id
      yield JSON.parse(event.data)
    }
  } finally {
    line.close()
  }
}

/** Aborted by the caller, after silence, and at the end of the loop. */
function createLine(signal: AbortSignal | undefined) {
  const own = new AbortController()
  const close = () => own.abort()
  let timer = setTimeout(close, SILENCE)
  signal?.addEventListener('abort', close)
  return {
    signal: own.signal,
    isAlive: () => {
      clearTimeout(timer)
      timer = setTimeout(close, SILENCE)
    },
    close: () => {
      clearTimeout(timer)
      signal?.removeEventListener('abort', close)
      close()
    },
  }
}

function refusalIn({ data }: EventBlock, { method, path }: Request, { url }: Transport): LecternError {
  const { error } = JSON.parse(data ?? '{}') as { readonly error?: { readonly status?: number } }
  return errorOf({ method, url: `${url}/${path}`, status: error?.status ?? 0 }, '', data ?? '')
}

/** Whether a retry may succeed: after lost connections, restarts and overload. */
function mayPass(error: unknown): boolean {
  if (!(error instanceof LecternError)) return true
  return error.status === 408 || error.status === 429 || (error.status >= 500 && error.status !== 501)
}

function pause(milliseconds: number, signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve) => {
    const go = () => {
      clearTimeout(timer)
      signal?.removeEventListener('abort', go)
      resolve()
    }
    const timer = setTimeout(go, milliseconds)
    signal?.addEventListener('abort', go)
    if (signal?.aborted === true) go()
  })
}
