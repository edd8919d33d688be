/**
 * Long work on the event loop, one piece after the other. After each piece the loop is free for a while; the smallest
 * piece goes first, so that none waits behind a larger one.
 */

/** Iterations of the event loop between two pieces: each accepts one new connection. With nothing to do they take no time. */
const ITERATIONS_BETWEEN = 16

/** Where iterations are long, others get this many times as long as the piece took. */
const TIMES_AS_LONG = 4

export interface PacedWork {
  /** Whether a piece of at most this size waits: another one of this size must not go ahead of it. */
  isBehind(size: number): boolean
  /** `size`: of the piece, compared with others. Rejects with the signal's reason where that is aborted before its turn. */
  run<T>(size: number, signal: AbortSignal | undefined, work: () => T): Promise<T>
}

interface Piece {
  readonly size: number
  readonly signal: AbortSignal | undefined
  /** Never throws. */
  begin(): void
}

export function createPacedWork(): PacedWork {
  const queue = new Set<Piece>()
  let isBusy = false

  function next(): void {
    const piece = smallestWanted(queue)
    isBusy = piece !== null
    if (piece === null) return
    queue.delete(piece)
    const began = performance.now()
    piece.begin()
    const took = performance.now() - began
    rest(ITERATIONS_BETWEEN, performance.now() + took * TIMES_AS_LONG)
  }

  function rest(iterations: number, until: number): void {
    const isOver = iterations === 0 || performance.now() >= until
    setImmediate(() => (isOver ? next() : rest(iterations - 1, until)))
  }

  return {
    isBehind: (size) => [...queue].some((piece) => piece.size <= size),
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
        queue.add({ size, signal, begin })
        if (!isBusy) next()
      }),
  }
}

/** Pieces whose signal is aborted are rejected, and take no turn. */
function smallestWanted(queue: Set<Piece>): Piece | null {
  let smallest: Piece | null = null
  for (const piece of queue) {
    if (piece.signal?.aborted) {
      queue.delete(piece)
      piece.begin()
    } else if (smallest === null || piece.size < smallest.size) smallest = piece
  }
  return smallest
}
