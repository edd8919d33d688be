/**
 * SQLite has no queue for its write lock: a process whose transactions follow one another without a gap would keep the
 * lock from all others, which look for it every `RETRY_AFTER`, until these give up.
 */

/** How long to wait for another program's write lock before the next attempt, in milliseconds. */
export const RETRY_AFTER = 5

/** Long enough for a waiting process to look for the lock, in milliseconds. */
const GAP = 2 * RETRY_AFTER + 2

/** Milliseconds that transactions may follow one another without a gap: the gaps take a twentieth of the time. */
const LONGEST_SERIES = 250

export interface LockFairness {
  /** How long the next transaction waits before it takes the lock. */
  gap(): number
  /** A transaction has begun. */
  began(): void
  /** A transaction has ended. */
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
