/**
 * Relative dates are computed from the start of the minute, so that cached responses are valid for the whole minute.
 */

export const MINUTE = 60_000

export function minuteOf(time: number): number {
  return Math.floor(time / MINUTE) * MINUTE
}

/**
 * `until`: the end of the minute for which it is valid; null if it has no relative dates. It is not valid before that
 * minute, either, because clocks may be set back.
 */
export function isValidAt(now: number, until: number | null): boolean {
  return until === null || until === minuteOf(now) + MINUTE
}
