/** Statements of a transaction, until its request is aborted. */

import type { Run } from './database.ts'

export interface AbortableRun {
  readonly run: Run
  /** From here on nothing is run: it would no longer be part of the transaction. */
  end(): void
}

/** Rejects as soon as the signal is aborted, with its reason, whatever is under way. */
export function abortableRun(run: Run, signal: AbortSignal | undefined): AbortableRun {
  let isOver = false
  // One listener for all statements: many may be under way at once.
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
      // The request may go on to another attempt.
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
    // Not `finally`, which makes two more promises.
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
