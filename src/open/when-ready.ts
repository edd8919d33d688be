/** Retries opening something, with growing pauses, until it succeeds. */

import { setTimeout as pause } from 'node:timers/promises'
import { backoff } from '../execute/reconnect.ts'

export interface WhenReady<T> {
  /** Null until it is open. */
  current(): T | null
  /** Stops the attempts; one that is under way is finished first. */
  stop(): Promise<void>
}

export interface Attempts<T> {
  open(): Promise<T>
  onOpen(opened: T): void
  onFailure(error: unknown): void
  readonly delays?: Iterable<number>
}

export function whenReady<T>({ open, onOpen, onFailure, delays = backoff() }: Attempts<T>): WhenReady<T> {
  const stopping = new AbortController()
  let opened: T | null = null

  async function keepTrying(): Promise<void> {
    for (const delay of delays) {
      await pause(delay, undefined, { signal: stopping.signal }).catch(() => undefined)
      if (stopping.signal.aborted) return
      try {
        opened = await open()
      } catch (error) {
        onFailure(error)
        continue
      }
      return onOpen(opened)
    }
  }

  const done = keepTrying()
  return {
    current: () => opened,
    stop: async () => {
      stopping.abort()
      await done
    },
  }
}
