/** Relative dates are relative to a full minute, so that cached responses are valid for all of it. */

export const MINUTE = 60_000

export function minuteOf(time: number): number {
  return Math.floor(time / MINUTE) * MINUTE
}

/**
 * `until`: the end of its minute; null where no date is relative to now. Nothing is valid before its minute either, because
 * clocks may be set back.
 */
export function isGoodAt(now: number, until: number | null): boolean {
  return until === null || until === minuteOf(now) + MINUTE
}
