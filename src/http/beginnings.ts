/**
 * When requests are begun that need more than a cached response. Node accepts one connection in each iteration of the
 * event loop: a client that connects behind two hundred others waits for two hundred iterations. So while connections
 * arrive, most iterations begin nothing, and all others begin one request where more are waiting. Addresses take turns.
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

type Work = () => void

export interface Beginnings {
  /** To be called for each new connection. */
  connected(): void
  /** Begins at once, or in one of the next iterations; those of one address in order of arrival. */
  begin(address: string, work: Work): void
}

export function createBeginnings({ now, inNextIteration }: Clock = CLOCK): Beginnings {
  const waiting = createTakingTurns()
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
    if (areConnecting || !waiting.isEmpty()) schedule()
  }

  function beginNext(): void {
    const work = waiting.take()
    if (work !== null) run(work)
  }

  function run(work: Work): void {
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
    begin(address, work) {
      if (!areConnecting && !hasConnection && waiting.isEmpty() && hasTime()) return run(work)
      waiting.add(address, work)
      schedule()
    },
  }
}

/** By address; the one whose turn it is comes first. */
function createTakingTurns() {
  const byAddress = new Map<string, Set<Work>>()
  return {
    isEmpty: () => byAddress.size === 0,
    add(address: string, work: Work): void {
      byAddress.set(address, (byAddress.get(address) ?? new Set()).add(work))
    },
    take(): Work | null {
      const [first] = byAddress
      if (first === undefined) return null
      const [address, works] = first
      const [work = null] = works
      if (work !== null) works.delete(work)
      byAddress.delete(address)
      if (works.size > 0) byAddress.set(address, works)
      return work
    },
  }
}
