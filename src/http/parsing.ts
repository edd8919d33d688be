/** Stops node's HTTP parser in the middle of what a single read has brought: that has room for thousands of requests. */

import type { Socket } from 'node:net'

/** Node offers no other way: pausing or closing the connection takes effect after the whole read is parsed. */
interface ParsedSocket extends Socket {
  readonly parser?: { onIncoming: OnIncoming; pause(): void } | null
}

/** Node's own, for each head of a request. */
type OnIncoming = (...head: readonly unknown[]) => number

/** Any number that the parser does not know is an error, and it parses nothing more. */
const STOP = -1

/** `hasRoom`: asked before each request. Once it says no, there is a `clientError` for this and all that follows. */
export function parseWhile(socket: Socket, hasRoom: () => boolean): void {
  const { parser } = socket as ParsedSocket
  if (!parser) return
  const { onIncoming } = parser
  parser.onIncoming = (...head) => (hasRoom() ? onIncoming(...head) : STOP)
}

/** Leaves the rest of what a read has brought: for a connection that is about to be closed. */
export function stopParsing(socket: Socket): void {
  ;(socket as ParsedSocket).parser?.pause()
}
