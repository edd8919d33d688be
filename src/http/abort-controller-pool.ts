/**
 * Reuses the signals of answered requests for the next ones on their connections: creating one takes as long as all its
 * listeners together.
 */

import type { IncomingMessage } from 'node:http'

export interface AbortControllerPool {
  take(message: IncomingMessage): AbortController
  /** To be called with the signal of a request that is finished. */
  release(message: IncomingMessage, controller: AbortController): void
}

export function createAbortControllerPool(): AbortControllerPool {
  const spare = new WeakMap<IncomingMessage['socket'], AbortController>()
  return {
    take({ socket }) {
      const found = spare.get(socket)
      // Used by one request at a time.
      spare.delete(socket)
      return found ?? new AbortController()
    },
    release({ socket }, controller) {
      if (!controller.signal.aborted) spare.set(socket, controller)
    },
  }
}
