/** A piece of work at the gate, from its arrival to its end. */

/** Classes of expected time; lower ones go first. */
export type Rank = 0 | 1 | 2

export interface Ticket {
  /** For waiting work, see `rankOf`. */
  rank: Rank
  readonly isUnknown: boolean
  readonly caller: string
  /** The expected time in milliseconds. */
  readonly cost: number
  /** When it arrived, by `performance.now()`, as the next two. */
  readonly arrived: number
  /** From this time on it goes before all others, so that no request waits forever. */
  readonly urgentAt: number
  began: number
  begin(): void
}

/** The assumed time of a statement that was never run, in milliseconds. */
const UNKNOWN = 50

const NOT_WAITING = () => undefined

interface Arrival {
  /** Milliseconds; null if it is unknown. */
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
