/** A queue of callbacks, each of which starts the work of one client; a client that gives up leaves it. */
export interface Queue {
  join(begin: () => void): void
  leave(begin: () => void): void
}

/** Resolves when the queue begins it; rejects with the signal's reason when its client has gone before. */
export function waitForTurn({ join, leave }: Queue, signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve, reject) => {
    const giveUp = () => {
      leave(begin)
      reject(signal?.reason)
    }
    const begin = () => {
      signal?.removeEventListener('abort', giveUp)
      resolve()
    }
    join(begin)
    signal?.addEventListener('abort', giveUp, { once: true })
  })
}
