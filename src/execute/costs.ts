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
  /** `age`: milliseconds since the work under way began: the estimate as long as no slow statement has finished. */
  isQuick(milliseconds: number, age: number): boolean
  took(text: string, milliseconds: number): void
  /** For a statement that was cancelled or failed: it would have taken longer. */
  tookAtLeast(text: string, milliseconds: number): void
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

  function remember(text: string, milliseconds: number): void {
    const runs = [milliseconds, ...(known.get(text)?.runs ?? [])].slice(0, RUNS)
    known.set(text, { runs, median: medianOf(runs) })
  }

  function average(milliseconds: number): void {
    if (milliseconds >= QUICK) usual += (milliseconds - usual) * (usual === 0 ? 1 : WEIGHT)
  }

  return {
    expected: (text) => known.get(text)?.median ?? null,
    isQuick: (milliseconds, age) => milliseconds < Math.max(QUICK, (usual === 0 ? age : usual) * SMALL_PART),
    took(text, milliseconds) {
      remember(text, milliseconds)
      average(milliseconds)
    },
    tookAtLeast(text, milliseconds) {
      if (milliseconds > (known.get(text)?.median ?? 0)) remember(text, milliseconds)
      if (milliseconds > usual) average(milliseconds)
    },
  }
}

export type Took = (milliseconds: number) => void

/** Runs the work, and remembers its cost: what it reports itself, or the elapsed time. */
export async function measured<T>(costs: Costs, text: string | null, work: (took: Took) => Promise<T>): Promise<T> {
  const began = performance.now()
  let spent: number | null = null
  const cost = () => spent ?? performance.now() - began
  try {
    const result = await work((milliseconds) => {
      spent = milliseconds
    })
    if (text !== null) costs.took(text, cost())
    return result
  } catch (error) {
    if (text !== null) costs.tookAtLeast(text, cost())
    throw error
  }
}

/** The median of two is the lower one. */
function medianOf(values: readonly number[]): number | null {
  return values.toSorted((a, b) => a - b)[(values.length - 1) >> 1] ?? null
}
