/**
 * Long work on the event loop, one piece after the other. After each piece the loop is free for as long as the piece
 * took; the smallest piece goes first, so that none waits behind a larger one.
 */

export interface PacedWork {
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
    // In an iteration of its own: a timer that is late would come before anything new is read.
    setTimeout(() => setImmediate(next), performance.now() - began)
  }

  return {
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
