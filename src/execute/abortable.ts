/** Runs statements of a transaction until its request is aborted. */

import type { Run } from './database.ts'

export interface AbortableRun {
  readonly run: Run
  /** After this call, statements are refused: they would no longer be part of the transaction. */
  end(): void
}

/** When the signal is aborted, all pending statements reject with its reason. */
export function abortableRun(run: Run, signal: AbortSignal | undefined): AbortableRun {
  let isOver = false
  // One listener for all statements, since there may be many.
  const giveUp = new Set<(reason: unknown) => void>()
  const giveUpAll = () => {
    for (const reject of giveUp) reject(signal?.reason)
  }
  signal?.addEventListener('abort', giveUpAll, { once: true })
  return {
    run: async (statement) => {
      if (isOver) throw new Error('The transaction is over')
      signal?.throwIfAborted()
      const running = run(statement)
      return signal === undefined ? running : unlessGivenUp(running, giveUp)
    },
    end: () => {
      isOver = true
      // The same request may try the transaction again.
      signal?.removeEventListener('abort', giveUpAll)
    },
  }
}

function unlessGivenUp<T>(work: Promise<T>, giveUp: Set<(reason: unknown) => void>): Promise<T> {
  return new Promise((resolve, reject) => {
    giveUp.add(reject)
    work.finally(() => giveUp.delete(reject)).then(resolve, reject)
  })
}

export function unlessAborted<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  return new Promise((resolve, reject) => {
    const giveUp = () => reject(signal.reason)
    const settled = () => signal.removeEventListener('abort', giveUp)
    signal.addEventListener('abort', giveUp, { once: true })
    // Not `finally`, which allocates two more promises.
    work.then(
      (value) => {
        settled()
        resolve(value)
      },
      (error: unknown) => {
        settled()
        reject(error)
      },
    )
  })
}
