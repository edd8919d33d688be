/** How long a connection may take for what, in milliseconds. */
export interface Timeouts {
  /** For a client to send a whole request, headers and body, other than an upload. */
  readonly request: number
  /** The same for one with files. */
  readonly upload: number
  /** From a complete request to its response, other than an upload; and for a client to read a part of the response. */
  readonly answer: number
  /** Silence on a connection with a request under way. Longer than any response should take. */
  readonly connection: number
  /** Silence between two requests. Longer than the 60 s of common load balancers, so that they hang up first. */
  readonly keepAlive: number
  /** For bodies that are arriving at shutdown, other than uploads; afterwards they are not waited for. */
  readonly arriving: number
  /** For requests under way at shutdown; afterwards they are aborted. */
  readonly stop: number
  /** For the responses that report this. */
  readonly lastWord: number
  /** For new connections at shutdown, whose first request may be on its way. */
  readonly firstWord: number
  /** How often `request` is checked. */
  readonly check: number
}

export const TIMEOUTS: Timeouts = {
  request: 30_000,
  upload: 600_000,
  answer: 10_000,
  connection: 120_000,
  keepAlive: 72_000,
  arriving: 1_000,
  stop: 7_000,
  lastWord: 1_000,
  firstWord: 100,
  check: 5_000,
}
