/** How many random cases the tests try: one setting for all of them. */

/** `RANDOM_RUNS=10 npm test` tries ten times as many as usual, `RANDOM_RUNS=0.1` a tenth. */
export const RANDOM_RUNS = readFactor(process.env.RANDOM_RUNS)

/** The usual number, scaled; never none. */
export function randomRuns(usual: number): number {
  return Math.max(1, Math.round(usual * RANDOM_RUNS))
}

export function readFactor(text = '1'): number {
  const factor = Number(text)
  if (!(factor > 0 && factor <= 1_000)) throw new Error(`RANDOM_RUNS=${text}: a number above 0, up to 1000`)
  return factor
}
