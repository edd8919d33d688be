/**
 * Which statements are quick enough to be run at once. Handing one to another process and taking its rows back costs
 * more than many a statement itself; one that may take long must not hold up everybody else.
 */

/** Statements whose times are remembered; the least recently used goes first. */
const REMEMBERED = 2_000

/** Milliseconds that everybody else may be held up. */
const QUICK = 1.5

/** The same text can be quick with one value and slow with another: what was slow is believed to be so for a while. */
const FADING = 0.97

/** What held up everybody for so long, in milliseconds, is believed to do so for thousands of runs. */
const LONG = 20
const FADING_OF_LONG = 0.9995

export interface Pace {
  /** What has never been run may be slow. */
  isQuick(text: string): boolean
  took(text: string, milliseconds: number): void
}

export function createPace(): Pace {
  const times = new Map<string, number>()
  return {
    isQuick: (text) => (times.get(text) ?? Number.POSITIVE_INFINITY) < QUICK,
    took(text, milliseconds) {
      const before = times.get(text) ?? 0
      times.delete(text)
      times.set(text, Math.max(milliseconds, before * (before > LONG ? FADING_OF_LONG : FADING)))
      const oldest = times.keys().next().value
      if (times.size > REMEMBERED && oldest !== undefined) times.delete(oldest)
    },
  }
}
