/** The `signal` that a program gives to `fetch`, for as long as the response is under way. */

import { getMaxListeners, setMaxListeners } from 'node:events'
import type { FetchInit } from '../request/fetch-init.ts'

export interface Following {
  /** Aborted with the program's signal, for the same reason. It belongs to this request alone. */
  readonly signal: AbortSignal
  /** To be called when the response is complete: a signal may outlive many requests. */
  release(): void
}

/** Null where no signal is given. Throws the signal's reason if it is aborted already, as `fetch` does. */
export function followSignal(input: unknown, init: FetchInit): Following | null {
  const given = signalOf(input, init)
  if (given === null) return null
  given.throwIfAborted()
  warnAsLateAsFetch(given)
  const own = new AbortController()
  setMaxListeners(0, own.signal)
  const abort = () => own.abort(given.reason)
  given.addEventListener('abort', abort, { once: true })
  return {
    signal: own.signal,
    release: () => given.removeEventListener('abort', abort),
  }
}

/** As in `fetch`, null removes the signal of a request. */
function signalOf(input: unknown, { signal }: FetchInit): AbortSignal | null {
  if (signal === undefined) return input instanceof Request ? input.signal : null
  if (signal === null || signal instanceof AbortSignal) return signal
  throw new TypeError('The signal must be an AbortSignal, such as AbortSignal.timeout(1000)')
}

const WARNED_BY_DEFAULT = getMaxListeners(new AbortController().signal)

/** One signal may belong to many requests, and Node would take eleven listeners for a leak. */
function warnAsLateAsFetch(signal: AbortSignal): void {
  if (getMaxListeners(signal) === WARNED_BY_DEFAULT) setMaxListeners(FETCHES, signal)
}

/** The number that Node's `fetch` allows. */
const FETCHES = 1_500
