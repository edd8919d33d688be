/** Time on the event loop for pieces of work that are short, each by itself, but may be many. */

/** Milliseconds that may be spent at once. */
const MOST = 50

/** Of the time that passes, the part that may be spent in the long run. */
const SHARE = 0.5

export interface WorkBudget {
  /** Whether there is time left for another piece. */
  hasTime(): boolean
  /** Does the work, and takes the time that it took. */
  spend<T>(work: () => T): T
}

export function createWorkBudget(now: () => number = () => performance.now()): WorkBudget {
  let left = MOST
  let lookedAt = now()

  return {
    hasTime() {
      const time = now()
      left = Math.min(MOST, left + (time - lookedAt) * SHARE)
      lookedAt = time
      return left > 0
    },
    spend(work) {
      const began = now()
      try {
        return work()
      } finally {
        left -= now() - began
      }
    },
  }
}
