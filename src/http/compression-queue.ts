/**
 * Compressing takes threads, of which a process has four, for files and passwords too, and megabytes of memory. So few large
 * responses are compressed at a time, the smallest first. Beyond some that wait, it takes less time to send one as it is.
 */

import { createSmallestFirst, type Queued } from '../execute/queue-order.ts'

/** Bytes: shorter ones take a millisecond or two, and do not wait. */
export const LARGE = 64 * 1024

export const LARGE_AT_ONCE = 2

export const MOST_WAITING = 16

export interface CompressionQueue {
  /** Null where too many wait: the work is not done. */
  run<T>(size: number, work: () => Promise<T>): Promise<T> | null
}

interface Waiting extends Queued {
  begin(): void
}

export function createCompressionQueue(): CompressionQueue {
  /** In order of arrival. */
  const waiting: Waiting[] = []
  const order = createSmallestFirst(() => performance.now())
  let running = 0

  async function runNow<T>(work: () => Promise<T>): Promise<T> {
    running += 1
    try {
      return await work()
    } finally {
      running -= 1
      if (waiting.length > 0) order.takeFrom(waiting)?.begin()
    }
  }

  return {
    run(size, work) {
      if (size < LARGE) return work()
      if (running < LARGE_AT_ONCE) return runNow(work)
      if (waiting.length >= MOST_WAITING) return null
      return new Promise((resolve) => {
        waiting.push({ size, arrived: performance.now(), begin: () => resolve(runNow(work)) })
      })
    },
  }
}
