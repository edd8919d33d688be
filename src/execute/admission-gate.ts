/**
 * Limits the load on a database: the number of concurrent statements, the length of the queue, and the time in it.
 * Statements that are known to be fast do not wait behind expensive ones, and no caller can use the slots of all
 * others. A request that could not be served in time is refused at once, before it slows down the rest. If most clients
 * give up while they wait, the newest request is next.
 */

import { ApiError } from '../errors/api-error.ts'
import { createCallerWatch } from './caller-watch.ts'
import { createCosts, measured, type Took } from './costs.ts'
import type { Demand } from './demand.ts'
import { ageOf, nextTicket, timeUntil } from './next-ticket.ts'
import { createAdaptiveLifo } from './queue-order.ts'
import { createSaturation } from './saturation.ts'
import { slotsByRank } from './slots-by-rank.ts'
import { newTicket, type Rank, type Ticket } from './ticket.ts'

export interface GateLimits {
  /** Most pieces of work at a time. */
  readonly running: number
  /** Length of the queue. */
  readonly waiting: number
  /** Longest wait in the queue, in milliseconds. */
  readonly longestWait: number
  /** Number of processors of the database server, if it runs on this machine. */
  readonly processors?: number | undefined
}

export interface Gate {
  /**
   * Runs the work when it is its turn; rejects with DATABASE_BUSY if that would take too long. `text`: the statement's;
   * null for other work. Other work goes first, and so does work without a request. Work may report its own cost, if
   * that is less than the elapsed time.
   */
  admit<T>(text: string | null, demand: Demand | undefined, work: (took: Took) => Promise<T>): Promise<T>
  /** Whether work has been refused for longer than a few seconds. */
  isSaturated(): boolean
}

/** A statement that was never run is judged by its length: longer texts, in characters, have populated lists. */
const SHORT_TEXT = 4_000

export function createGate(limits: GateLimits): Gate {
  const costs = createCosts()
  const saturation = createSaturation()
  const lifo = createAdaptiveLifo()
  // Arrays despite the searches: maps and sets with many short-lived entries keep the garbage collector busy.
  const running: Ticket[] = []
  /** In order of arrival. */
  const queue: Ticket[] = []
  const slots = slotsByRank(limits.running, limits.processors)
  const callers = createCallerWatch()

  /** The current rank of waiting work: its caller may have become costly in the meantime. */
  function rankOf({ rank, caller }: Ticket): Rank {
    return rank === 1 && callers.isCostly(caller, running) ? 2 : rank
  }

  function hasSlot(ticket: Ticket): boolean {
    const { caller } = ticket
    const rank = rankOf(ticket)
    const free = slots[rank] - count(running, (other) => other.rank >= rank)
    if (running.length >= limits.running || free <= 0) return false
    if (rank !== 1 || !callers.areSeveral()) return true
    return count(running, (other) => other.rank === 1 && other.caller === caller) < free
  }

  const waitFor = (ticket: Ticket) => timeUntil(rankOf(ticket), { queue, running, slots, rankOf })

  function refuse(wait: number): ApiError {
    saturation.refused()
    return busy(wait)
  }

  function wait(ticket: Ticket, longest: number, signal: AbortSignal | undefined): Promise<Ticket> {
    return new Promise((resolve, reject) => {
      const leaveQueue = () => {
        remove(queue, waiting)
        clearTimeout(timer)
        signal?.removeEventListener('abort', giveUp)
      }
      const waiting: Ticket = {
        ...ticket,
        begin: () => {
          leaveQueue()
          lifo.served()
          begin(waiting)
          resolve(waiting)
        },
      }
      const giveUp = () => {
        leaveQueue()
        lifo.left()
        reject(signal?.reason)
      }
      const timer = setTimeout(() => {
        leaveQueue()
        reject(refuse(waitFor(waiting)))
      }, longest)
      signal?.addEventListener('abort', giveUp)
      queue.push(waiting)
    })
  }

  function begin(ticket: Ticket): void {
    ticket.rank = rankOf(ticket)
    ticket.began = performance.now()
    running.push(ticket)
  }

  function enter(text: string | null, demand: Demand | undefined): Ticket | Promise<Ticket> {
    const now = performance.now()
    // Work without a request is a small lookup that all requests wait for, such as the permissions.
    const expected = text === null || demand === undefined ? 0 : costs.expected(text)
    if (demand !== undefined) callers.note(demand.caller)
    const longest = Math.min(limits.longestWait, (demand?.until ?? Number.POSITIVE_INFINITY) - now)
    const rank = expected === null ? unknownRank(text) : costs.isQuick(expected, ageOf(running, now)) ? 0 : 2
    const ticket = newTicket(rank, { expected, caller: demand?.caller ?? '', now, longest })
    if (hasSlot(ticket)) {
      begin(ticket)
      return ticket
    }
    const expectedWait = waitFor(ticket)
    if (queue.length >= limits.waiting || expectedWait > longest) throw refuse(expectedWait)
    return wait(ticket, longest, demand?.signal)
  }

  function nextOf([oldest]: readonly Ticket[]): Ticket | null {
    if (oldest === undefined) return null
    const now = performance.now()
    return nextTicket(queue, running, {
      mayBegin: hasSlot,
      rankOf,
      now,
      newestFirst: lifo.isNewestFirst(oldest.arrived, now),
    })
  }

  function leave(ticket: Ticket): void {
    remove(running, ticket)
    // A free slot goes straight to the queue, so that a new request cannot overtake it.
    for (let next = nextOf(queue); next !== null; next = nextOf(queue)) next.begin()
  }

  return {
    admit: async (text, demand, work) => {
      demand?.signal.throwIfAborted()
      const entered = enter(text, demand)
      const ticket = entered instanceof Promise ? await entered : entered
      try {
        return await measured(costs, text, work)
      } finally {
        if (ticket.isUnknown && text !== null) callers.took(ticket.caller, costs.expected(text) ?? 0)
        leave(ticket)
      }
    },
    isSaturated: () => saturation.lasts(),
  }
}

function busy(wait: number): ApiError {
  const seconds = Math.min(Math.max(Math.ceil(wait / 1_000), 1), 60)
  return new ApiError('DATABASE_BUSY', { headers: { 'retry-after': String(seconds) } })
}

function unknownRank(text: string | null): Rank {
  return (text ?? '').length <= SHORT_TEXT ? 1 : 2
}

function remove(tickets: Ticket[], ticket: Ticket): void {
  const place = tickets.indexOf(ticket)
  if (place !== -1) tickets.splice(place, 1)
}

function count<T>(items: Iterable<T>, holds: (item: T) => boolean): number {
  let counted = 0
  for (const item of items) if (holds(item)) counted += 1
  return counted
}
