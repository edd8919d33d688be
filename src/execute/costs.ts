/** What statements cost, by how long those with the same text took before. */

/** Texts that are remembered; the least recently used goes first. */
const REMEMBERED = 2_000

/** What the latest run counts for, against all before it. */
const WEIGHT = 0.2

/** Milliseconds that others can well wait for. */
const QUICK = 20

/** What is a small part of the usual is quick, too: on a server with much to do everything takes longer. */
const SMALL_PART = 1 / 8

export interface Costs {
  /** Milliseconds; null for what has never been run. */
  expected(text: string): number | null
  isQuick(milliseconds: number): boolean
  took(text: string, milliseconds: number): void
}

export function createCosts(): Costs {
  const averages = new Map<string, number>()
  /** Of all that were not quick. */
  let usual = 0
  return {
    expected: (text) => averages.get(text) ?? null,
    isQuick: (milliseconds) => milliseconds < Math.max(QUICK, usual * SMALL_PART),
    took(text, milliseconds) {
      const before = averages.get(text) ?? milliseconds
      averages.delete(text)
      averages.set(text, before + (milliseconds - before) * WEIGHT)
      const oldest = averages.keys().next().value
      if (averages.size > REMEMBERED && oldest !== undefined) averages.delete(oldest)
      if (milliseconds >= QUICK) usual += (milliseconds - usual) * WEIGHT
    },
  }
}
