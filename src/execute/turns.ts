/**
 * Turns at what only one can have at a time, in the order of their coming. So many may wait, for so long: whoever
 * finds no place, or gets none in time, is told so instead of being kept.
 */

import { ApiError } from '../errors/api-error.ts'

export interface TurnLimits {
  /** How many may wait. */
  readonly waiting: number
  /** How long each of them waits at most, in milliseconds. */
  readonly longestWait: number
}

export interface Turn {
  /** Until when it may still wait for what else it needs: a moment of `performance.now()`. */
  readonly until: number
  /** Gives the turn to the next. */
  end(): void
}

export interface Turns {
  /** Rejects with DATABASE_BUSY where there is no turn, or with the signal's reason when that is aborted first. */
  next(signal?: AbortSignal): Promise<Turn>
  /** Resolves when nobody has a turn, and nobody waits for one. */
  over(): Promise<void>
}

export function createTurns({ waiting, longestWait }: TurnLimits): Turns {
  /** In the order of their coming. */
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
    // Straight to the next: nobody who comes now can take it away.
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
