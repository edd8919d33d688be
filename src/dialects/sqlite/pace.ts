/**
 * Decides which statements are fast enough for this thread. Passing a statement and its rows between processes costs
 * more than many statements do, but a slow one must not delay other requests.
 */

import { createRecentTexts } from '../../execute/recent-texts.ts'

/** How many statements have their times remembered. */
const REMEMBERED = { texts: 2_000, characters: 8 * 1024 * 1024 }

/** Milliseconds that a statement may delay other requests. */
const QUICK = 1.5

/**
 * Factor by which a remembered time shrinks per run. The same text can be fast with one value and slow with another, so
 * a slow run counts for a while.
 */
const FADING = 0.97

/**
 * One slow run of a fast statement is ignored, because a garbage collection may be the cause. A second one within this
 * many runs counts.
 */
const WATCHED_RUNS = 200

/** A statement that took this many milliseconds this many times counts as slow for thousands of runs. */
const LONG = 20
const OFTEN = 3
const FADING_OF_LONG = 0.9995

export interface Pace {
  /** False for a statement that was never run. */
  isQuick(text: string): boolean
  took(text: string, milliseconds: number): void
}

interface Known {
  readonly milliseconds: number
  /** How often it took `LONG` or more. */
  readonly long: number
  /** Remaining runs in which another slow one counts. */
  readonly watched: number
}

const NOTHING: Known = { milliseconds: 0, long: 0, watched: WATCHED_RUNS }

export function createPace(): Pace {
  const times = createRecentTexts<Known>(REMEMBERED)
  return {
    isQuick: (text) => (times.get(text)?.milliseconds ?? Number.POSITIVE_INFINITY) < QUICK,
    took(text, milliseconds) {
      const before = times.get(text) ?? NOTHING
      times.set(
        text,
        isException(before, milliseconds) ? { ...before, watched: WATCHED_RUNS } : after(before, milliseconds),
      )
    },
  }
}

function isException(before: Known, milliseconds: number): boolean {
  return before.milliseconds < QUICK && before.watched === 0 && milliseconds >= QUICK && milliseconds <= LONG
}

function after(before: Known, milliseconds: number): Known {
  const long = before.long + (milliseconds > LONG ? 1 : 0)
  const fading = long >= OFTEN && before.milliseconds > LONG ? FADING_OF_LONG : FADING
  return {
    milliseconds: Math.max(milliseconds, before.milliseconds * fading),
    long,
    watched: Math.max(0, before.watched - 1),
  }
}
