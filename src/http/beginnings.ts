/**
 * When requests are begun that need more than a cached response. Node accepts one connection in each iteration of the
 * event loop: a client that connects behind two hundred others waits for two hundred iterations. So while connections
 * arrive, most iterations begin nothing, and all others begin one request where more are waiting. Addresses take turns;
 * behind a proxy all clients may have one, so of each address the shortest request is begun first.
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

/** Every fourth request of an address is its oldest: a long one is not overtaken indefinitely. */
const OLDEST_EVERY = 4

type Work = () => void

interface Waiting {
  /** Characters of its URL: a long query takes long to prepare. */
  readonly size: number
  readonly work: Work
}

export interface Beginnings {
  /** To be called for each new connection. */
  connected(): void
  /** Begins at once, or in one of the next iterations. */
  begin(address: string, waiting: Waiting): void
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
    begin(address, request) {
      if (!areConnecting && !hasConnection && waiting.isEmpty() && hasTime()) return run(request.work)
      waiting.add(address, request)
      schedule()
    },
  }
}

/** By address; the one whose turn it is comes first. */
function createTakingTurns() {
  const byAddress = new Map<string, Set<Waiting>>()
  let taken = 0
  return {
    isEmpty: () => byAddress.size === 0,
    add(address: string, request: Waiting): void {
      byAddress.set(address, (byAddress.get(address) ?? new Set()).add(request))
    },
    take(): Work | null {
      const [first] = byAddress
      if (first === undefined) return null
      const [address, requests] = first
      taken += 1
      const chosen = taken % OLDEST_EVERY === 0 ? oldest(requests) : shortest(requests)
      if (chosen !== null) requests.delete(chosen)
      byAddress.delete(address)
      if (requests.size > 0) byAddress.set(address, requests)
      return chosen?.work ?? null
    },
  }
}

function oldest(requests: Iterable<Waiting>): Waiting | null {
  const [first] = requests
  return first ?? null
}

/** Of equal ones, the oldest. */
function shortest(requests: Iterable<Waiting>): Waiting | null {
  let found: Waiting | null = null
  for (const request of requests) if (found === null || request.size < found.size) found = request
  return found
}
