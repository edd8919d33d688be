/** What one request may ask of a database: for how long, and on whose account. */

export interface Demand {
  /** Aborted, with an error that says why, when nobody waits for the rows any more. */
  readonly signal: AbortSignal
  /** When that will be at the latest: a moment of `performance.now()`. */
  readonly until: number
  /** Whoever asks: a token, a user, or an address. Nobody may have all of a database while others wait. */
  readonly caller: string
}
