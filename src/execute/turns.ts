/**
 * A queue for a resource that one can have at a time, in order of arrival. Its length and the time in it are bounded:
 * beyond that, requests are refused.
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
  next(signal?: AbortSignal): Promise<Turn>
  /** Resolves when the resource is free and the queue is empty. */
  over(): Promise<void>
}

export function createTurns({ waiting, longestWait }: TurnLimits): Turns {
  /** In order of arrival. */
  const queue = new Set<() => void>()
  let isTaken = false
  let ended: Promise<void> = Promise.resolve()

  function begin(until: number): Turn {
    isTaken = true
    let done = (): void => undefined
    ended = new Promise((resolve) => {
      done = resolve
    })
    return { until, end: () => leave(done) }
  }

  function leave(done: () => void): void {
    const [next] = queue
    isTaken = false
    // Straight to the next in the queue, so that a new request cannot take it.
    next?.()
    done()
  }

  function wait(until: number, signal: AbortSignal | undefined): Promise<Turn> {
    return new Promise((resolve, reject) => {
      const leaveQueue = () => {
        queue.delete(take)
        clearTimeout(timer)
        signal?.removeEventListener('abort', giveUp)
      }
      const take = () => {
        leaveQueue()
        resolve(begin(until))
      }
      const giveUp = () => {
        leaveQueue()
        reject(signal?.reason)
      }
      const timer = setTimeout(() => {
        leaveQueue()
        reject(busy())
      }, longestWait)
      signal?.addEventListener('abort', giveUp)
      queue.add(take)
    })
  }

  return {
    next: async (signal) => {
      signal?.throwIfAborted()
      const until = performance.now() + longestWait
      if (!isTaken) return begin(until)
      if (queue.size >= waiting) throw busy()
      return wait(until, signal)
    },
    over: async () => {
      while (isTaken) await ended
    },
  }
}

function busy(): ApiError {
  return new ApiError('DATABASE_BUSY', { headers: { 'retry-after': '1' } })
}
