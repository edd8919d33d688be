/**
 * A queue for a resource that one can have at a time. Callers take turns, and the requests of each are in order of arrival: one
 * with many long requests does not keep others waiting for all of them. The length of the queue and the time in it are
 * bounded: beyond that, requests are refused.
 */

import { ApiError } from '../errors/api-error.ts'

export interface TurnLimits {
  /** Length of the queue. */
  readonly waiting: number
  /** Longest wait, in milliseconds. */
  readonly longestWait: number
}

export interface Turn {
  /** Deadline for further waits of the same request: a time of `performance.now()`. */
  readonly until: number
  /** Gives the turn to the next. */
  end(): void
}

export interface Turns {
  /** Rejects with DATABASE_BUSY where there is no turn, or with the signal's reason when that is aborted first. */
  next(signal?: AbortSignal, caller?: string): Promise<Turn>
  /** Resolves when the resource is free and the queue is empty. */
  over(): Promise<void>
}

interface Waiting {
  readonly caller: string
  take(): void
}

export function createTurns({ waiting, longestWait }: TurnLimits): Turns {
  /** In order of arrival. */
  const queue = new Set<Waiting>()
  const order = createCallerOrder(waiting)
  let isTaken = false
  let ended: Promise<void> = Promise.resolve()

  function begin(until: number, caller: string): Turn {
    isTaken = true
    order.served(caller)
    let done = (): void => undefined
    ended = new Promise((resolve) => {
      done = resolve
    })
    return { until, end: () => leave(done) }
  }

  function leave(done: () => void): void {
    isTaken = false
    // Straight to the next in the queue, so that a new request cannot take it.
    order.next(queue)?.take()
    done()
  }

  function wait(until: number, signal: AbortSignal | undefined, caller: string): Promise<Turn> {
    return new Promise((resolve, reject) => {
      const leaveQueue = () => {
        queue.delete(ticket)
        clearTimeout(timer)
        signal?.removeEventListener('abort', giveUp)
      }
      const take = () => {
        leaveQueue()
        resolve(begin(until, caller))
      }
      const ticket: Waiting = { caller, take }
      const giveUp = () => {
        leaveQueue()
        reject(signal?.reason)
      }
      const timer = setTimeout(() => {
        leaveQueue()
        reject(busy())
      }, longestWait)
      signal?.addEventListener('abort', giveUp)
      queue.add(ticket)
    })
  }

  return {
    next: async (signal, caller = '') => {
      signal?.throwIfAborted()
      const until = performance.now() + longestWait
      if (!isTaken) return begin(until, caller)
      if (queue.size >= waiting) throw busy()
      return wait(until, signal, caller)
    },
    over: async () => {
      while (isTaken) await ended
    },
  }
}

/** Whose turn it is: that of the caller who had the last one the longest ago. `most`: callers that are remembered. */
function createCallerOrder(most: number) {
  /** Numbers of their last turns, the oldest first. */
  const last = new Map<string, number>()
  let number = 0

  return {
    served(caller: string): void {
      number += 1
      last.delete(caller)
      last.set(caller, number)
      const [oldest] = last.keys()
      if (last.size > most && oldest !== undefined) last.delete(oldest)
    },
    next(queue: Iterable<Waiting>): Waiting | undefined {
      let found: Waiting | undefined
      let lowest = Number.POSITIVE_INFINITY
      for (const waiting of queue) {
        const turn = last.get(waiting.caller) ?? 0
        if (turn < lowest) [found, lowest] = [waiting, turn]
      }
      return found
    },
  }
}

function busy(): ApiError {
  return new ApiError('DATABASE_BUSY', { headers: { 'retry-after': '1' } })
}
