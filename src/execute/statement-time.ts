/** Measures the time of a statement, without other work that this process did meanwhile. */

import { performance } from 'node:perf_hooks'

/** Two clocks in milliseconds. */
export interface Clocks {
  now(): number
  /** How long this process has been idle in total. */
  idle(): number
}

const OF_THIS_PROCESS: Clocks = {
  now: () => performance.now(),
  idle: () => performance.nodeTiming.idleTime,
}

/** If this process is never idle, only this share of the elapsed time counts as the database's. */
const LEAST_SHARE = 1 / 8

/** How many characters are received, decoded and sent per millisecond. */
const CHARACTERS_A_MILLISECOND = 40_000

/**
 * Starts a measurement. Rows may arrive long before this process reads them: other work in between would make a cheap
 * statement look expensive. Work for the rows themselves is added by their number of characters.
 */
export function timeStatement({ now, idle }: Clocks = OF_THIS_PROCESS): (characters: number) => number {
  const [began, idleBefore] = [now(), idle()]
  return (characters) =>
    Math.max(idle() - idleBefore, (now() - began) * LEAST_SHARE) + characters / CHARACTERS_A_MILLISECOND
}
