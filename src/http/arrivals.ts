/** Requests without a socket that were made and have not reached the server yet: their bodies are read first. */

import { setTimeout as pause } from 'node:timers/promises'

export interface Arrivals {
  /** To be called when a request is made; the result, when it has arrived or failed. */
  begin(): () => void
  /** Resolves when all arriving requests have arrived, or after this time; null if none is arriving. */
  awaited(milliseconds: number): Promise<void> | null
}

export function createArrivals(): Arrivals {
  const pending = new Set<Promise<void>>()
  return {
    begin: () => {
      let arrived = () => {}
      const arrival = new Promise<void>((resolve) => {
        arrived = resolve
      })
      pending.add(arrival)
      return () => {
        pending.delete(arrival)
        arrived()
      }
    },
    awaited: (milliseconds) => (pending.size === 0 ? null : settled([...pending], milliseconds)),
  }
}

async function settled(arrivals: readonly Promise<void>[], milliseconds: number): Promise<void> {
  const stopping = new AbortController()
  const late = pause(milliseconds, undefined, { signal: stopping.signal }).catch(() => {})
  await Promise.race([Promise.all(arrivals), late])
  stopping.abort()
}
