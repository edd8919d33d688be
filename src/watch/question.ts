/** A query that is watched: read once for all callers with the same rights, and again when its tables have changed. */

import type { Moment } from '../cache/revisions.ts'
import { isValidAt } from '../config/minute.ts'
import { ApiError } from '../errors/api-error.ts'
import { responseText, tagOf } from './event-text.ts'

/** A response as it was read. */
export interface Reading {
  readonly body: string
  /** The tables that it depends on. */
  readonly tables: readonly string[]
  /** Until when its relative dates are valid, in milliseconds since 1970; null without relative dates. */
  readonly until: number | null
  /** Whether it shows all changes up to the moment: not if it comes from a replica that may be behind. */
  readonly isSure: boolean
}

export type ReadNow = (at: Moment, signal: AbortSignal) => Promise<Reading>

export interface State {
  readonly tag: string
  /**
   * The event with the response; null if it is too long to be cached. It is a buffer, so that clients which do not read
   * share it instead of each having a copy.
   */
  readonly text: Buffer | null
}

export interface Question {
  /** Null until it was read. */
  state(): State | null
  /** Whether it has to be read to know the state of this moment. */
  isDue(at: Moment): boolean
  /** The state of this moment or later. Concurrent calls share one read. */
  current(at: Moment): Promise<State>
  /** Ends a read that is under way. */
  drop(): void
}

/** Milliseconds until a question that failed is read again; doubled with every failure in a row. */
const FIRST_PAUSE = 1_000
const LONGEST_PAUSE = 30_000

/** `longest`: maximum length of a response that is cached for later clients. */
export function createQuestion(read: ReadNow, longest: number): Question {
  const dropped = new AbortController()
  let state: State | null = null
  let stamp: string | null = null
  let last: Pick<Reading, 'tables' | 'until'> = { tables: [], until: null }
  let reading: Promise<State> | null = null
  let failures = 0
  let notBefore = 0

  const isPast = (at: Moment) =>
    state === null || stamp === null || stamp !== at.stampOf(last.tables) || !isValidAt(Date.now(), last.until)

  async function readOnce(at: Moment): Promise<State> {
    try {
      const { body, isSure, ...rest } = await read(at, dropped.signal)
      const tag = tagOf(body)
      if (state?.tag !== tag) state = { tag, text: body.length > longest ? null : Buffer.from(responseText(tag, body)) }
      last = rest
      stamp = isSure ? at.stampOf(rest.tables) : null
      failures = 0
      return state
    } catch (error) {
      notBefore = performance.now() + Math.min(FIRST_PAUSE * 2 ** failures, LONGEST_PAUSE)
      failures += 1
      throw error
    } finally {
      reading = null
    }
  }

  return {
    state: () => state,
    isDue: (at) => reading === null && isPast(at) && (failures === 0 || notBefore <= performance.now()),
    async current(at) {
      // A read under way may have started before this moment.
      if (reading !== null) await reading.catch(() => undefined)
      if (state !== null && !isPast(at)) return state
      reading ??= readOnce(at)
      return reading
    },
    drop: () => dropped.abort(new ApiError('CLIENT_GONE')),
  }
}
