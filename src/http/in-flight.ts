import type { ServerResponse } from 'node:http'
import { setTimeout as pause } from 'node:timers/promises'

/** Answers under way, so that a server can stop when the last one is out. */
export interface InFlight {
  begin(response: ServerResponse): void
  /** Whether the last one was out within so many milliseconds. */
  drained(milliseconds: number): Promise<boolean>
}

const POLL_MS = 10

export function createInFlight(): InFlight {
  const open = new Set<ServerResponse>()
  return {
    begin(response) {
      open.add(response)
      response.once('close', () => open.delete(response))
    },
    async drained(milliseconds) {
      const end = performance.now() + milliseconds
      // Polled, not counted: an answer that waits behind another one on a connection that dies never emits `close`.
      while ([...open].some(({ req }) => !req.socket.destroyed)) {
        if (performance.now() >= end) return false
        await pause(POLL_MS)
      }
      return true
    },
  }
}
