/** What statements cost, by how long those with the same text took before. */

import { createRecentTexts } from './recent-texts.ts'

/** Texts that are remembered. */
const REMEMBERED = { texts: 2_000, characters: 8 * 1024 * 1024 }

/** Runs of each that are remembered. The first one may have been slow because of a cold cache. */
const RUNS = 5

/** Weight of the latest run in the moving average. */
const WEIGHT = 0.2

/** Milliseconds that other requests can wait for. */
const QUICK = 20

/** A small part of the average counts as quick too: on a busy server everything takes longer. */
const SMALL_PART = 1 / 8

export interface Costs {
  /** Milliseconds; null for what has never been run. */
  expected(text: string): number | null
  /** `age`: milliseconds since the work under way began, for as long as nothing else is known of what takes long. */
  isQuick(milliseconds: number, age: number): boolean
  took(text: string, milliseconds: number): void
}

interface Known {
  /** Milliseconds, the latest first. */
  readonly runs: readonly number[]
  readonly median: number | null
}

export function createCosts(): Costs {
  const known = createRecentTexts<Known>(REMEMBERED)
  /** Average of all statements that were not quick. */
  let usual = 0
  return {
    expected: (text) => known.get(text)?.median ?? null,
    isQuick: (milliseconds, age) => milliseconds < Math.max(QUICK, (usual === 0 ? age : usual) * SMALL_PART),
    took(text, milliseconds) {
      const runs = [milliseconds, ...(known.get(text)?.runs ?? [])].slice(0, RUNS)
      known.set(text, { runs, median: medianOf(runs) })
      if (milliseconds >= QUICK) usual += (milliseconds - usual) * (usual === 0 ? 1 : WEIGHT)
    },
  }
}

/** Of two, the lower. */
function medianOf(values: readonly number[]): number | null {
  return values.toSorted((a, b) => a - b)[(values.length - 1) >> 1] ?? null
}
