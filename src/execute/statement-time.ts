/** What a statement cost the database and this process, without other work that the process did meanwhile. */

import { performance } from 'node:perf_hooks'

/** Milliseconds, both of them since some moment. */
export interface Clocks {
  now(): number
  /** For how long this process has had nothing to do. */
  idle(): number
}

const OF_THIS_PROCESS: Clocks = {
  now: () => performance.now(),
  idle: () => performance.nodeTiming.idleTime,
}

/** Where this process is never idle, only this share is certainly the database's time. */
const LEAST_SHARE = 1 / 8

/** Characters that are received, decoded and sent. */
const CHARACTERS_A_MILLISECOND = 40_000

/**
 * Starts to measure. The rows may have arrived long before this process looks: what it did in the meantime would make the
 * cheapest statement look expensive. What it does for the rows themselves counts, by their characters.
 */
export function timeStatement({ now, idle }: Clocks = OF_THIS_PROCESS): (characters: number) => number {
  const [began, idleBefore] = [now(), idle()]
  return (characters) =>
    Math.max(idle() - idleBefore, (now() - began) * LEAST_SHARE) + characters / CHARACTERS_A_MILLISECOND
}
