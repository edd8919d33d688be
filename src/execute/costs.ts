/** What statements cost, by how long those with the same text took before. */

/** Texts that are remembered; the least recently used goes first. */
const REMEMBERED = 2_000

/** Runs of each that are remembered. The first of all may have taken long for reasons of its own. */
const RUNS = 5

/** What the latest run counts for in what is usual, against all before it. */
const WEIGHT = 0.2

/** Milliseconds that others can well wait for. */
const QUICK = 20

/** What is a small part of the usual is quick, too: on a server with much to do everything takes longer. */
const SMALL_PART = 1 / 8

export interface Costs {
  /** Milliseconds; null for what has never been run. */
  expected(text: string): number | null
  /** `age`: how long what is under way has been so, in milliseconds. */
  isQuick(milliseconds: number, age: number): boolean
  took(text: string, milliseconds: number): void
}

export function createCosts(): Costs {
  const known = new Map<string, readonly number[]>()
  /** Of all that were not quick. */
  let usual = 0
  return {
    expected: (text) => medianOf(known.get(text) ?? []),
    isQuick: (milliseconds, age) => milliseconds < Math.max(QUICK, Math.max(usual, age) * SMALL_PART),
    took(text, milliseconds) {
      const runs = [milliseconds, ...(known.get(text) ?? [])].slice(0, RUNS)
      known.delete(text)
      known.set(text, runs)
      const oldest = known.keys().next().value
      if (known.size > REMEMBERED && oldest !== undefined) known.delete(oldest)
      if (milliseconds >= QUICK) usual += (milliseconds - usual) * WEIGHT
    },
  }
}

/** Of two, the lower. */
function medianOf(values: readonly number[]): number | null {
  return values.toSorted((a, b) => a - b)[(values.length - 1) >> 1] ?? null
}
