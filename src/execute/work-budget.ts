/** A time budget on the event loop for pieces of work that are short but may be many. */

/** Most milliseconds in a row. */
const MOST = 50

/** Most milliseconds in one iteration of the event loop: until it ends, no new request is read. */
const MOST_IN_ITERATION = 20

/** Share of the elapsed time that may be used in the long run. */
const SHARE = 0.5

export interface WorkBudget {
  /** Whether there is time for another piece. */
  hasTime(): boolean
  /** Runs the work, and subtracts its time from the budget. */
  spend<T>(work: () => T): T
}

/** The clock, which tests replace. */
export interface Clock {
  /** Milliseconds. */
  now(): number
  /** Calls back in the next iteration of the event loop. */
  inNextIteration(work: () => void): void
}

const CLOCK: Clock = {
  now: () => performance.now(),
  inNextIteration: (work) => void setImmediate(work).unref(),
}

export function createWorkBudget({ now, inNextIteration }: Clock = CLOCK): WorkBudget {
  let left = MOST
  let lookedAt = now()
  let spentInIteration = 0

  function take(time: number): void {
    if (spentInIteration === 0) {
      inNextIteration(() => {
        spentInIteration = 0
      })
    }
    spentInIteration += time
    left -= time
  }

  return {
    hasTime() {
      const time = now()
      left = Math.min(MOST, left + (time - lookedAt) * SHARE)
      lookedAt = time
      return left > 0 && spentInIteration < MOST_IN_ITERATION
    },
    spend(work) {
      const began = now()
      try {
        return work()
      } finally {
        take(now() - began)
      }
    },
  }
}
