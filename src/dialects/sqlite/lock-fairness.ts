/**
 * SQLite's write lock has no queue. A process with one transaction right after the other would keep the lock from all
 * other processes, which only retry every `RETRY_AFTER` and at last give up.
 */

/** Milliseconds between two attempts at a write lock that another program holds. */
export const RETRY_AFTER = 5

/** A pause that is long enough for a waiting process to retry, in milliseconds. */
const GAP = 2 * RETRY_AFTER + 2

/** Milliseconds of transactions without a pause: pauses take a twentieth of the time. */
const LONGEST_SERIES = 250

export interface LockFairness {
  /** How long the next transaction must wait before it takes the lock. */
  gap(): number
  /** Call this when a transaction has begun. */
  began(): void
  /** Call this when a transaction has ended. */
  ended(): void
}

export function createLockFairness(now: () => number = () => performance.now()): LockFairness {
  let seriesBegan = Number.NEGATIVE_INFINITY
  let lastEnded = Number.NEGATIVE_INFINITY

  const isSeries = (at: number) => at - lastEnded < GAP

  return {
    gap: () => {
      const at = now()
      return isSeries(at) && at - seriesBegan >= LONGEST_SERIES ? GAP : 0
    },
    began: () => {
      const at = now()
      if (!isSeries(at)) seriesBegan = at
    },
    ended: () => {
      lastEnded = now()
    },
  }
}
