/** How long to wait after a failed attempt. */

const FIRST_MS = 5_000
export const LONGEST_MS = 60 * 60 * 1_000

/** Twice as long after each attempt, up to an hour. */
export function backoffAfter(attempts: number): number {
  return Math.min(FIRST_MS * 2 ** Math.max(0, attempts - 1), LONGEST_MS)
}

const FIRST_PAUSE_MS = 1_000
const LONGEST_PAUSE_MS = 60_000

/** The pause for a receiver after this many failures in a row, however many events are waiting. */
export function pauseAfter(failures: number): number {
  return Math.min(FIRST_PAUSE_MS * 2 ** Math.max(0, failures - 1), LONGEST_PAUSE_MS)
}
