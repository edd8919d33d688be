/**
 * Runs long work on the event loop in sequence, with pauses for other requests. The smallest piece goes first, so that
 * none waits behind a much larger one.
 */

import { createSmallestFirst, type Queued } from './queue-order.ts'

/** Iterations of the event loop between two pieces: each accepts one new connection. Idle iterations take no time. */
const ITERATIONS_BETWEEN = 16

/** A pause lasts at most this many times as long as the piece took. */
const TIMES_AS_LONG = 4

export interface PacedWork {
  /** Whether a piece of at most this size is waiting: a new one of this size must not overtake it. */
  isBehind(size: number): boolean
  /** `size`: of the piece, relative to others. Rejects with the signal's reason if that is aborted before its turn. */
  run<T>(size: number, signal: AbortSignal | undefined, work: () => T): Promise<T>
}

interface Piece extends Queued {
  readonly signal: AbortSignal | undefined
  /** Runs the piece; never throws. */
  begin(): void
}

/** `now`: a clock in milliseconds. */
export function createPacedWork(now: () => number = () => performance.now()): PacedWork {
  /** In order of arrival. */
  let queue: Piece[] = []
  const order = createSmallestFirst(now)
  let isBusy = false

  /** Rejects the pieces whose signal is aborted, without giving them a turn. */
  function leaveOutGone(): void {
    const isGone = ({ signal }: Piece) => signal?.aborted === true
    for (const piece of queue.filter(isGone)) {
      order.left()
      piece.begin()
    }
    queue = queue.filter((piece) => !isGone(piece))
  }

  function next(): void {
    leaveOutGone()
    const piece = order.takeFrom(queue)
    isBusy = piece !== undefined
    if (piece === undefined) return
    const began = now()
    piece.begin()
    const took = now() - began
    rest(ITERATIONS_BETWEEN, now() + took * TIMES_AS_LONG)
  }

  function rest(iterations: number, until: number): void {
    const isOver = iterations === 0 || now() >= until
    setImmediate(() => (isOver ? next() : rest(iterations - 1, until)))
  }

  return {
    isBehind: (size) => queue.some((piece) => piece.size <= size),
    run: (size, signal, work) =>
      new Promise((resolve, reject) => {
        const begin = () => {
          try {
            signal?.throwIfAborted()
            resolve(work())
          } catch (error) {
            reject(error)
          }
        }
        queue.push({ size, arrived: now(), signal, begin })
        if (!isBusy) next()
      }),
  }
}
