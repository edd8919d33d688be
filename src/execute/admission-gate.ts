/**
 * Limits the work on a database: statements at a time, statements in the queue, and the time in it. Statements that are
 * known to be quick do not wait behind expensive ones, and no caller takes the turns of others. A request that could not
 * be served in time is refused at once, before it slows down the rest.
 */

import { ApiError } from '../errors/api-error.ts'
import { createCosts } from './costs.ts'
import type { Demand } from './demand.ts'
import { createSaturation } from './saturation.ts'

export interface GateLimits {
  /** Pieces of work under way at a time. */
  readonly running: number
  /** Pieces that may wait. */
  readonly waiting: number
  /** How long each of them waits at most, in milliseconds. */
  readonly longestWait: number
}

export interface Gate {
  /**
   * Runs the work when it is its turn; rejects with DATABASE_BUSY when there is none. `text`: of the statement; null for
   * work that is not one. Such work goes first, and so does work that belongs to no request. Work may report what it cost, where that is less than the time it had.
   */
  admit<T>(text: string | null, demand: Demand | undefined, work: (took: Took) => Promise<T>): Promise<T>
  /** Whether it has been refusing for longer than a few seconds. */
  isSaturated(): boolean
}

export type Took = (milliseconds: number) => void

/** The expected time of a statement that was never run. */
const UNKNOWN = 50

/** Longest text, in characters, of a statement without populated lists: one that was never run is judged by that. */
const SHORT_TEXT = 4_000

/** Classes of expected time: the lower, the earlier the turn. */
type Rank = 0 | 1 | 2

interface Ticket {
  readonly rank: Rank
  readonly caller: string
  /** Milliseconds. */
  readonly cost: number
  /** From when on it goes before all others, so that no request waits indefinitely. */
  readonly urgentAt: number
  begin(): void
}

export function createGate(limits: GateLimits): Gate {
  const costs = createCosts()
  const saturation = createSaturation()
  /** With the moment at which each began. */
  const running = new Map<Ticket, number>()
  /** In order of arrival. */
  const queue = new Set<Ticket>()
  const places = placesOf(limits.running)

  const hasPlace = ({ rank }: Ticket) =>
    running.size < limits.running && count(running.keys(), (other) => other.rank >= rank) < places[rank]

  /** Milliseconds until its turn, about. */
  function waitFor({ rank }: Ticket): number {
    let work = 0
    for (const other of queue) if (other.rank <= rank) work += other.cost
    for (const other of running.keys()) if (other.rank <= rank) work += other.cost / 2
    return work / places[rank]
  }

  function refuse(wait: number): ApiError {
    saturation.refused()
    const seconds = Math.min(Math.max(Math.ceil(wait / 1_000), 1), 60)
    return new ApiError('DATABASE_BUSY', { headers: { 'retry-after': String(seconds) } })
  }

  function wait(ticket: Omit<Ticket, 'begin'>, patience: number, signal: AbortSignal | undefined): Promise<Ticket> {
    return new Promise((resolve, reject) => {
      const leaveQueue = () => {
        queue.delete(waiting)
        clearTimeout(timer)
        signal?.removeEventListener('abort', giveUp)
      }
      const waiting: Ticket = {
        ...ticket,
        begin: () => {
          leaveQueue()
          running.set(waiting, performance.now())
          resolve(waiting)
        },
      }
      const giveUp = () => {
        leaveQueue()
        reject(signal?.reason)
      }
      const timer = setTimeout(() => {
        leaveQueue()
        reject(refuse(waitFor(waiting)))
      }, patience)
      signal?.addEventListener('abort', giveUp)
      queue.add(waiting)
    })
  }

  function enter(text: string | null, demand: Demand | undefined): Ticket | Promise<Ticket> {
    const now = performance.now()
    // Work without a request is a small look-up of our own that all requests wait for.
    const expected = text === null || demand === undefined ? 0 : costs.expected(text)
    const patience = Math.min(limits.longestWait, (demand?.until ?? Number.POSITIVE_INFINITY) - now)
    const ticket: Ticket = {
      rank: expected === null ? unknownRank(text) : costs.isQuick(expected, ageOf(running, now)) ? 0 : 2,
      caller: demand?.caller ?? '',
      cost: expected ?? UNKNOWN,
      urgentAt: now + patience / 2,
      begin: () => undefined,
    }
    if (hasPlace(ticket)) {
      running.set(ticket, now)
      return ticket
    }
    const inVain = waitFor(ticket)
    if (queue.size >= limits.waiting || inVain > patience) throw refuse(inVain)
    return wait(ticket, patience, demand?.signal)
  }

  function leave(ticket: Ticket): void {
    running.delete(ticket)
    // A turn goes straight to the queue, so that a new request cannot take it.
    for (let next = best(queue, running, hasPlace); next !== null; next = best(queue, running, hasPlace)) next.begin()
  }

  return {
    admit: async (text, demand, work) => {
      demand?.signal.throwIfAborted()
      const entered = enter(text, demand)
      const ticket = entered instanceof Promise ? await entered : entered
      const began = performance.now()
      let spent: number | null = null
      try {
        return await work((milliseconds) => {
          spent = milliseconds
        })
      } finally {
        if (text !== null) costs.took(text, spent ?? performance.now() - began)
        leave(ticket)
      }
    },
    isSaturated: () => saturation.lasts(),
  }
}

function unknownRank(text: string | null): Rank {
  return (text ?? '').length <= SHORT_TEXT ? 1 : 2
}

/** Slots by rank: unknown statements leave one free for quick ones, long ones leave half of them free. */
function placesOf(running: number): readonly [number, number, number] {
  return [running, Math.max(1, running - 1), Math.max(1, Math.ceil(running / 2))]
}

/** The next to begin: one that has waited too long, then the quicker rank, then the caller with less under way. */
function best(
  queue: ReadonlySet<Ticket>,
  running: ReadonlyMap<Ticket, number>,
  mayBegin: (ticket: Ticket) => boolean,
): Ticket | null {
  const now = performance.now()
  const held = new Map<string, number>()
  for (const { caller } of running.keys()) held.set(caller, (held.get(caller) ?? 0) + 1)
  const orderOf = ({ urgentAt, rank, caller }: Ticket) =>
    (urgentAt <= now ? -1 : rank) * 1_000 + (held.get(caller) ?? 0)
  let found: Ticket | null = null
  let lowest = Number.POSITIVE_INFINITY
  for (const ticket of queue) {
    if (!mayBegin(ticket)) continue
    const order = orderOf(ticket)
    if (order < lowest) [found, lowest] = [ticket, order]
  }
  return found
}

/** Average milliseconds since they began. How long they had waited before says nothing about what they cost. */
function ageOf(running: ReadonlyMap<Ticket, number>, now: number): number {
  let sum = 0
  for (const began of running.values()) sum += now - began
  return running.size === 0 ? 0 : sum / running.size
}

function count<T>(items: Iterable<T>, holds: (item: T) => boolean): number {
  let counted = 0
  for (const item of items) if (holds(item)) counted += 1
  return counted
}
