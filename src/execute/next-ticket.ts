/** Which waiting work is next, and how long new work would have to wait. */

import type { Rank, Ticket } from './ticket.ts'

interface Choice {
  mayBegin(ticket: Ticket): boolean
  rankOf(ticket: Ticket): Rank
  /** The current time, by `performance.now()`. */
  readonly now: number
  readonly newestFirst: boolean
}

/**
 * Chooses by urgency (it has waited too long), then by rank, then by how little its caller has running. Ties go to the
 * first, or with `newestFirst` to the last.
 */
export function nextTicket(
  queue: readonly Ticket[],
  running: readonly Ticket[],
  { mayBegin, rankOf, now, newestFirst }: Choice,
): Ticket | null {
  const held = new Map<string, number>()
  for (const { caller } of running) held.set(caller, (held.get(caller) ?? 0) + 1)
  const isUrgent = ({ urgentAt }: Ticket) => urgentAt <= now
  const orderOf = (ticket: Ticket) => (isUrgent(ticket) ? -1 : rankOf(ticket)) * 1_000 + (held.get(ticket.caller) ?? 0)
  let found: Ticket | null = null
  let lowest = Number.POSITIVE_INFINITY
  for (const ticket of queue) {
    if (!mayBegin(ticket)) continue
    const order = orderOf(ticket)
    const isNewer = newestFirst && order === lowest && !isUrgent(ticket)
    if (order < lowest || isNewer) [found, lowest] = [ticket, order]
  }
  return found
}

interface Occupation {
  readonly queue: readonly Ticket[]
  readonly running: readonly Ticket[]
  readonly slots: readonly number[]
  rankOf(ticket: Ticket): Rank
}

/** An estimate of the wait for a slot of this rank, in milliseconds. */
export function timeUntil(rank: Rank, { queue, running, slots, rankOf }: Occupation): number {
  let work = 0
  for (const other of queue) if (rankOf(other) <= rank) work += other.cost
  for (const other of running) if (other.rank <= rank) work += other.cost / 2
  return work / (slots[rank] ?? 1)
}

/** How long running work has been running on average, in milliseconds. Its time in the queue does not count. */
export function ageOf(running: readonly Ticket[], now: number): number {
  let sum = 0
  for (const { began } of running) sum += now - began
  return running.length === 0 ? 0 : sum / running.length
}
