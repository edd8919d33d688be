/** Estimates the cost of a statement by how long earlier runs of the same text took. */

import { createRecentTexts } from './recent-texts.ts'

/** How many texts are remembered. */
const REMEMBERED = { texts: 2_000, characters: 8 * 1024 * 1024 }

/** How many runs of each text are remembered. The first may have been slow because of a cold cache. */
const RUNS = 5

/** Weight of the latest run in the moving average. */
const WEIGHT = 0.2

/** Milliseconds that other requests can wait for. */
const QUICK = 20

/** A small part of the average cost counts as fast, too, because everything takes longer on a busy server. */
const SMALL_PART = 1 / 8

export interface Costs {
  /** Milliseconds; null for a text that was never run. */
  expected(text: string): number | null
  /**
   * `age`: how long the running work has been running on average, in milliseconds. Used as the average cost until a
   * slow statement has ended.
   */
  isQuick(milliseconds: number, age: number): boolean
  took(text: string, milliseconds: number): void
  /** For a statement that was cancelled or failed, and would have taken longer. */
  tookAtLeast(text: string, milliseconds: number): void
}

interface Known {
  /** Milliseconds, the latest run first. */
  readonly runs: readonly number[]
  readonly median: number | null
}

export function createCosts(): Costs {
  const known = createRecentTexts<Known>(REMEMBERED)
  /** The moving average of all statements that were not fast. */
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

/** Runs the work, and remembers its cost: the reported one, or the elapsed time. */
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

/** The lower one of two. */
function medianOf(values: readonly number[]): number | null {
  return values.toSorted((a, b) => a - b)[(values.length - 1) >> 1] ?? null
}
