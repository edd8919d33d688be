/** The limits of one request on the database: until when, and for which caller. */

export interface Demand {
  /** Aborted, with an error that says why, when the rows are no longer wanted. */
  readonly signal: AbortSignal
  /** When that will be at the latest: a moment of `performance.now()`. */
  readonly until: number
  /** The caller: a token, a user, or an address. No caller may use the whole database while others wait. */
  readonly caller: string
}
