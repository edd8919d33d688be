/** One piece of work at the gate, from its arrival to its end. */

/** Classes of expected time: the lower, the earlier the turn. */
export type Rank = 0 | 1 | 2

export interface Ticket {
  /** While it waits, see `rankOf`. */
  rank: Rank
  readonly isUnknown: boolean
  readonly caller: string
  /** Milliseconds. */
  readonly cost: number
  /** A time of `performance.now()`, like the next two. */
  readonly arrived: number
  /** From when on it goes before all others, so that no request waits indefinitely. */
  readonly urgentAt: number
  began: number
  begin(): void
}

/** The expected time of a statement that was never run. */
const UNKNOWN = 50

const NOT_WAITING = () => undefined

interface Arrival {
  /** Milliseconds, or null. */
  readonly expected: number | null
  readonly caller: string
  readonly now: number
  readonly longest: number
}

export function newTicket(rank: Rank, { expected, caller, now, longest }: Arrival): Ticket {
  return {
    rank,
    isUnknown: expected === null,
    caller,
    cost: expected ?? UNKNOWN,
    arrived: now,
    urgentAt: now + longest / 2,
    began: now,
    begin: NOT_WAITING,
  }
}
