/**
 * Limits the work on a database: statements at a time, statements in the queue, and the time in it. Statements that are
 * known to be quick do not wait behind expensive ones, and no caller takes the turns of others. A request that could not
 * be served in time is refused at once, before it slows down the rest. Where most clients give up before their turn, the
 * newest is first.
 */

import { ApiError } from '../errors/api-error.ts'
import { createCallerWatch } from './caller-watch.ts'
import { createCosts, measured, type Took } from './costs.ts'
import type { Demand } from './demand.ts'
import { ageOf, nextTicket, timeUntil } from './next-ticket.ts'
import { placesByRank } from './places-by-rank.ts'
import { createAdaptiveLifo } from './queue-order.ts'
import { createSaturation } from './saturation.ts'
import { newTicket, type Rank, type Ticket } from './ticket.ts'

export interface GateLimits {
  /** Pieces of work under way at a time. */
  readonly running: number
  /** Pieces that may wait. */
  readonly waiting: number
  /** How long each of them waits at most, in milliseconds. */
  readonly longestWait: number
  /** Processors of the database, where they are known to be those of this machine. */
  readonly processors?: number | undefined
}

export interface Gate {
  /**
   * Runs the work when it is its turn; rejects with DATABASE_BUSY if it cannot have one. `text`: of the statement; null for
   * work that is not one. Such work goes first, and so does work that belongs to no request. Work may report its own cost, where
   * that is less than the elapsed time.
   */
  admit<T>(text: string | null, demand: Demand | undefined, work: (took: Took) => Promise<T>): Promise<T>
  /** Whether it has refused work for longer than a few seconds. */
  isSaturated(): boolean
}

/** Longest text, in characters, of a statement without populated lists: one that was never run is judged by that. */
const SHORT_TEXT = 4_000

export function createGate(limits: GateLimits): Gate {
  const costs = createCosts()
  const saturation = createSaturation()
  const lifo = createAdaptiveLifo()
  // Arrays, though both are searched: maps and sets of what comes and goes keep the garbage collector busy.
  const running: Ticket[] = []
  /** In order of arrival. */
  const queue: Ticket[] = []
  const places = placesByRank(limits.running, limits.processors)
  const callers = createCallerWatch()

  /** The rank of waiting work: its caller may have turned out to be costly since it came. */
  function rankOf({ rank, caller }: Ticket): Rank {
    return rank === 1 && callers.isCostly(caller, running) ? 2 : rank
  }

  function hasPlace(ticket: Ticket): boolean {
    const { caller } = ticket
    const rank = rankOf(ticket)
    const free = places[rank] - count(running, (other) => other.rank >= rank)
    if (running.length >= limits.running || free <= 0) return false
    if (rank !== 1 || !callers.areSeveral()) return true
    return count(running, (other) => other.rank === 1 && other.caller === caller) < free
  }

  const waitFor = (ticket: Ticket) => timeUntil(rankOf(ticket), { queue, running, places, rankOf })

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
    // Work without a request is a small lookup of Lectern's own that all requests wait for.
    const expected = text === null || demand === undefined ? 0 : costs.expected(text)
    if (demand !== undefined) callers.note(demand.caller)
    const longest = Math.min(limits.longestWait, (demand?.until ?? Number.POSITIVE_INFINITY) - now)
    const rank = expected === null ? unknownRank(text) : costs.isQuick(expected, ageOf(running, now)) ? 0 : 2
    const ticket = newTicket(rank, { expected, caller: demand?.caller ?? '', now, longest })
    if (hasPlace(ticket)) {
      begin(ticket)
      return ticket
    }
    const inVain = waitFor(ticket)
    if (queue.length >= limits.waiting || inVain > longest) throw refuse(inVain)
    return wait(ticket, longest, demand?.signal)
  }

  function nextOf([oldest]: readonly Ticket[]): Ticket | null {
    if (oldest === undefined) return null
    const now = performance.now()
    return nextTicket(queue, running, {
      mayBegin: hasPlace,
      rankOf,
      now,
      newestFirst: lifo.isNewestFirst(oldest.arrived, now),
    })
  }

  function leave(ticket: Ticket): void {
    remove(running, ticket)
    // A turn goes straight to the queue, so that a new request cannot take it.
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
