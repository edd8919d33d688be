/** The limits of one request on the database: its deadline, and its caller. */

export interface Demand {
  /** Aborted with the reason when the rows are no longer needed. */
  readonly signal: AbortSignal
  /** The deadline, by `performance.now()`. */
  readonly until: number
  /** Identifies the caller: a token, a user, or an address. No caller may use the whole database while others wait. */
  readonly caller: string
}
