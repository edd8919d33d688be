import { type Queue, waitForTurn } from './wait-for-turn.ts'

/**
 * Runs one task at a time. Callers take turns, however many tasks each has waiting: a form of fifty images does not delay
 * the single image of another caller.
 */
export type FairQueue = <T>(wanted: Wanted, work: () => Promise<T>) => Promise<T>

export interface Wanted {
  readonly caller: string
  /** Aborted when the client has gone: what waits is not begun then. */
  readonly signal: AbortSignal | undefined
}

export function createFairQueue(): FairQueue {
  /** By caller; the first has the next turn. */
  const waiting = new Map<string, Set<() => void>>()
  let isTaken = false

  function beginNext(): void {
    const [next] = waiting
    isTaken = next !== undefined
    if (next === undefined) return
    const [caller, own] = next
    const [begin] = own
    waiting.delete(caller)
    // Behind all others.
    if (own.size > 1) waiting.set(caller, own)
    if (begin === undefined) return
    own.delete(begin)
    begin()
  }

  const queueOf = (caller: string): Queue => ({
    join: (begin) => waiting.set(caller, (waiting.get(caller) ?? new Set()).add(begin)),
    leave: (begin) => {
      const own = waiting.get(caller)
      own?.delete(begin)
      if (own?.size === 0) waiting.delete(caller)
    },
  })

  return async (wanted, work) => {
    wanted.signal?.throwIfAborted()
    if (isTaken) await waitForTurn(queueOf(wanted.caller), wanted.signal)
    isTaken = true
    try {
      return await work()
    } finally {
      beginNext()
    }
  }
}
