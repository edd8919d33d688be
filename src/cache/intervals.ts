/** What cached responses are compared with where changes cannot be detected. */

import { randomUUID } from 'node:crypto'
import type { Moment } from './revisions.ts'

/**
 * Intervals of some seconds, in which cached responses count as current. By a clock that
 * is never set back: an interval that came again would bring its responses back.
 */
export function createIntervals(seconds: number, now: () => number = () => performance.now()): () => Moment {
  // Another process, or this one after a restart, has other content under the same number.
  const here = randomUUID()
  return () => {
    const stamp = `${here} ${Math.floor(now() / 1_000 / seconds)}`
    return { covers: () => true, stampOf: () => stamp }
  }
}
