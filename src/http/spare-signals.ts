/**
 * The signals of requests that were answered, for the next ones on their connections: making one takes as long as all that
 * listens to it.
 */

import type { IncomingMessage } from 'node:http'

export interface SpareSignals {
  take(message: IncomingMessage): AbortController
  /** Of a request that nothing is done for any more. */
  giveBack(message: IncomingMessage, controller: AbortController): void
}

export function createSpareSignals(): SpareSignals {
  const spare = new WeakMap<IncomingMessage['socket'], AbortController>()
  return {
    take({ socket }) {
      const found = spare.get(socket)
      // Used by one request at a time.
      spare.delete(socket)
      return found ?? new AbortController()
    },
    giveBack({ socket }, controller) {
      if (!controller.signal.aborted) spare.set(socket, controller)
    },
  }
}
