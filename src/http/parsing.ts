/** Stops node's HTTP parser in the middle of a chunk: one read from the socket may contain thousands of requests. */

import type { Socket } from 'node:net'

/** Node offers no other way: pausing or closing the connection takes effect after the whole read is parsed. */
interface ParsedSocket extends Socket {
  readonly parser?: { onIncoming: OnIncoming; pause(): void } | null
}

/** Node's own, for each head of a request. */
type OnIncoming = (...head: readonly unknown[]) => number

/** Any number that the parser does not know is an error, and it parses nothing more. */
const STOP = -1

/** `hasRoom`: called before each request. Once it returns false, this and all following requests cause a `clientError`. */
export function parseWhile(socket: Socket, hasRoom: () => boolean): void {
  const { parser } = socket as ParsedSocket
  if (!parser) return
  const { onIncoming } = parser
  parser.onIncoming = (...head) => (hasRoom() ? onIncoming(...head) : STOP)
}

/** Ignores the rest of a chunk: for a connection that is about to be closed. */
export function stopParsing(socket: Socket): void {
  ;(socket as ParsedSocket).parser?.pause()
}
