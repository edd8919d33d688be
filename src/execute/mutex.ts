/**
 * A mutex that lets waiting callers take turns, so that one with many requests does not delay all others. The requests
 * of each caller are first in, first out. The length of the queue and the wait are limited; further requests are
 * refused.
 */

import { ApiError } from '../errors/api-error.ts'

export interface MutexLimits {
  /** Length of the queue. */
  readonly waiting: number
  /** Longest wait, in milliseconds. */
  readonly longestWait: number
}

export interface Hold {
  /** The deadline for further waits of the same request, by `performance.now()`. */
  readonly until: number
  release(): void
}

export interface Mutex {
  /** Rejects with DATABASE_BUSY if the queue is too long or too slow, or with the signal's reason. */
  acquire(signal?: AbortSignal, caller?: string): Promise<Hold>
  /** Resolves when the mutex is free and its queue is empty. */
  idle(): Promise<void>
}

interface Waiting {
  readonly caller: string
  take(): void
}

export function createMutex({ waiting, longestWait }: MutexLimits): Mutex {
  /** In order of arrival. */
  const queue = new Set<Waiting>()
  const order = createCallerOrder(waiting)
  let isHeld = false
  let released: Promise<void> = Promise.resolve()

  function hold(until: number, caller: string): Hold {
    isHeld = true
    order.served(caller)
    let done = (): void => undefined
    released = new Promise((resolve) => {
      done = resolve
    })
    return { until, release: () => release(done) }
  }

  function release(done: () => void): void {
    isHeld = false
    // Hands over directly to the next in the queue, so that a new request cannot overtake it.
    order.next(queue)?.take()
    done()
  }

  function wait(until: number, signal: AbortSignal | undefined, caller: string): Promise<Hold> {
    return new Promise((resolve, reject) => {
      const leaveQueue = () => {
        queue.delete(ticket)
        clearTimeout(timer)
        signal?.removeEventListener('abort', giveUp)
      }
      const take = () => {
        leaveQueue()
        resolve(hold(until, caller))
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
    acquire: async (signal, caller = '') => {
      signal?.throwIfAborted()
      const until = performance.now() + longestWait
      if (!isHeld) return hold(until, caller)
      if (queue.size >= waiting) throw busy()
      return wait(until, signal, caller)
    },
    idle: async () => {
      while (isHeld) await released
    },
  }
}

/**
 * Whose turn is next: that of the caller whose last turn was the longest ago. `most`: how many callers are remembered.
 */
function createCallerOrder(most: number) {
  /** The number of each caller's last turn, the oldest first. */
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
