/**
 * Throttles refusals while the database is busy. Clients that ignore `Retry-After` retry at once: refusing them as fast as
 * they come takes CPU time from the requests that are served. Beyond a number a second, each refusal is delayed, for no
 * longer than the shortest `Retry-After`.
 */

import { setTimeout as pause } from 'node:timers/promises'
import type { ApiError } from '../errors/api-error.ts'

/** Milliseconds between two, in the long run. */
const INTERVAL = 20

/** This many are sent without delay: clients that honour `Retry-After` do not notice. */
const AT_ONCE = 50

/** Milliseconds that each waits at most. */
const LONGEST = 1_000

/** Returns when a refusal may be sent, or when the client leaves; other errors do not wait. */
export type KeepPace = (error: ApiError, signal: AbortSignal) => Promise<void>

export function createRefusalPace(nextDelay: () => number = createDelays(() => performance.now())): KeepPace {
  return async ({ code }, signal) => {
    const delay = code === 'DATABASE_BUSY' ? nextDelay() : 0
    if (delay > 0) await pause(delay, undefined, { signal }).catch(() => undefined)
  }
}

/** Gives how many milliseconds the next refusal waits. */
export function createDelays(now: () => number): () => number {
  /** When all refusals so far would have been sent at this pace. */
  let reached = Number.NEGATIVE_INFINITY
  return () => {
    const time = now()
    reached = Math.min(Math.max(reached, time - AT_ONCE * INTERVAL) + INTERVAL, time + LONGEST)
    return Math.max(reached - time, 0)
  }
}
