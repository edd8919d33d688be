/**
 * When requests are begun that need more than a cached response. Node accepts one connection in each iteration of the
 * event loop: a client that connects behind two hundred others waits for two hundred iterations. So while connections
 * arrive, most iterations begin nothing, and all others begin one request where more are waiting.
 */

import type { Clock } from '../execute/work-budget.ts'

/** Milliseconds that an iteration may take before what else comes in it has to wait. */
const MOST_IN_ITERATION = 5

/** Of the time in which connections arrive, the part in which requests are begun. */
const SHARE = 1 / 8

const CLOCK: Clock = {
  now: () => performance.now(),
  inNextIteration: (work) => void setImmediate(work),
}

export interface Beginnings {
  /** To be called for each new connection. */
  connected(): void
  /** Begins at once, or in one of the next iterations, in order of arrival. */
  begin(work: () => void): void
}

export function createBeginnings({ now, inNextIteration }: Clock = CLOCK): Beginnings {
  const waiting = new Set<() => void>()
  let areConnecting = false
  let hasConnection = false
  /** When the first request since the last iteration was begun; null: none was. */
  let begunAt: number | null = null
  /** From when on the next one is begun while connections arrive. */
  let mayBeginAt = 0
  let isScheduled = false

  function schedule(): void {
    if (isScheduled) return
    isScheduled = true
    inNextIteration(endIteration)
  }

  function endIteration(): void {
    isScheduled = false
    if (begunAt !== null) mayBeginAt = now() + (now() - begunAt) * (1 / SHARE - 1)
    begunAt = null
    areConnecting = hasConnection
    hasConnection = false
    if (!areConnecting || now() >= mayBeginAt) beginNext()
    if (areConnecting || waiting.size > 0) schedule()
  }

  function beginNext(): void {
    const [work] = waiting
    if (work === undefined) return
    waiting.delete(work)
    run(work)
  }

  function run(work: () => void): void {
    begunAt ??= now()
    schedule()
    work()
  }

  const hasTime = () => begunAt === null || now() - begunAt < MOST_IN_ITERATION

  return {
    connected() {
      hasConnection = true
      schedule()
    },
    begin(work) {
      if (!areConnecting && !hasConnection && waiting.size === 0 && hasTime()) return run(work)
      waiting.add(work)
      schedule()
    },
  }
}
