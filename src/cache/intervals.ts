/** Stamps for cached responses if changes cannot be detected. */

import { randomUUID } from 'node:crypto'
import type { Moment } from './revisions.ts'

/**
 * Cached responses count as current for an interval of some seconds. Uses a monotonic clock: if the clock were set
 * back, an interval could repeat and bring back its old responses.
 */
export function createIntervals(seconds: number, now: () => number = () => performance.now()): () => Moment {
  // Another process, or this one after a restart, may have read other content in the interval of the same number.
  const here = randomUUID()
  return () => {
    const stamp = `${here} ${Math.floor(now() / 1_000 / seconds)}`
    return { covers: () => true, stampOf: () => stamp }
  }
}
