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

/** What held up everybody for so long, in milliseconds, and that often, is believed to do so for thousands of runs. */
const LONG = 20
const OFTEN = 3
const FADING_OF_LONG = 0.9995

export interface Pace {
  /** What has never been run may be slow. */
  isQuick(text: string): boolean
  took(text: string, milliseconds: number): void
}

interface Known {
  readonly milliseconds: number
  /** How often it took long. */
  readonly long: number
}

const NOTHING: Known = { milliseconds: 0, long: 0 }

export function createPace(): Pace {
  const times = new Map<string, Known>()
  return {
    isQuick: (text) => (times.get(text)?.milliseconds ?? Number.POSITIVE_INFINITY) < QUICK,
    took(text, milliseconds) {
      const before = times.get(text) ?? NOTHING
      const long = before.long + (milliseconds > LONG ? 1 : 0)
      const fading = long >= OFTEN && before.milliseconds > LONG ? FADING_OF_LONG : FADING
      times.delete(text)
      times.set(text, { milliseconds: Math.max(milliseconds, before.milliseconds * fading), long })
      const oldest = times.keys().next().value
      if (times.size > REMEMBERED && oldest !== undefined) times.delete(oldest)
    },
  }
}
