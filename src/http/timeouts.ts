/** How long a connection may take for what, in milliseconds. */
export interface Timeouts {
  /** For a client to send a whole request, headers and body, if it is no upload. */
  readonly request: number
  /** The same for one with files. */
  readonly upload: number
  /** From a whole request to its answer, if it is no upload; and for a client to take a part of the answer. */
  readonly answer: number
  /** Silence on a connection with a request under way. Longer than any answer should take. */
  readonly connection: number
  /** Silence between two requests. Longer than the 60 s of common load balancers, so that they hang up first. */
  readonly keepAlive: number
  /** For what is under way when the server stops; what is left then is ended. */
  readonly stop: number
  /** For the answers that say so. */
  readonly lastWord: number
  /** How often the first is looked at. */
  readonly check: number
}

export const TIMEOUTS: Timeouts = {
  request: 30_000,
  upload: 600_000,
  answer: 10_000,
  connection: 120_000,
  keepAlive: 72_000,
  stop: 7_000,
  lastWord: 1_000,
  check: 5_000,
}
