/** What one request may ask of a database: for how long, and for whom. */

export interface Demand {
  /** Aborted, with an error that says why, when the rows are no longer wanted. */
  readonly signal: AbortSignal
  /** When that will be at the latest: a moment of `performance.now()`. */
  readonly until: number
  /** The caller: a token, a user, or an address. None gets all of a database while others wait. */
  readonly caller: string
}
