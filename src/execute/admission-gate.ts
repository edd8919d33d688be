/**
 * What limits the work on a database: so much at a time, so much that waits, and nobody waits for long. Whoever finds
 * no place is told so at once, instead of making everybody slower.
 */

import { ApiError } from '../errors/api-error.ts'

export interface GateLimits {
  /** Pieces of work under way at a time. */
  readonly running: number
  /** How many more may wait for their turn. */
  readonly waiting: number
  /** How long each of them waits at most, in milliseconds. */
  readonly longestWait: number
}

/** Runs the work when it is its turn; rejects with DATABASE_BUSY when there is none. */
export type Admit = <T>(work: () => Promise<T>) => Promise<T>

export function createGate({ running, waiting, longestWait }: GateLimits): Admit {
  let free = running
  /** In the order of their coming. */
  const queue = new Set<() => void>()

  function enter(): Promise<void> | void {
    if (free === 0) return queue.size < waiting ? wait() : Promise.reject(busy())
    free -= 1
  }

  function wait(): Promise<void> {
    return new Promise((resolve, reject) => {
      const begin = () => {
        clearTimeout(timer)
        resolve()
      }
      const timer = setTimeout(() => {
        queue.delete(begin)
        reject(busy())
      }, longestWait)
      queue.add(begin)
    })
  }

  /** The place goes straight to the next in the queue: nobody who comes now can take it away. */
  function leave(): void {
    const [next] = queue
    if (next === undefined) {
      free += 1
      return
    }
    queue.delete(next)
    next()
  }

  return async (work) => {
    await enter()
    try {
      return await work()
    } finally {
      leave()
    }
  }
}

function busy(): ApiError {
  return new ApiError('DATABASE_BUSY', { headers: { 'retry-after': '1' } })
}
