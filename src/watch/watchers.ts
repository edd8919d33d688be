/** Clients with an open stream, and the questions that they watch. */

import { limitExceeded } from '../config/limit-exceeded.ts'
import type { Limits } from '../config/limits.ts'
import { ApiError } from '../errors/api-error.ts'
import { endText } from './event-text.ts'
import { greediestOf } from './greediest.ts'
import { createWatchedQuestions, type Held, type WatchedQuestions } from './watched-questions.ts'
import { show, type Verified, type Watcher } from './watcher.ts'

export type WatchLimits = Pick<Limits, 'watchers' | 'watchedQuestions' | 'watchSeconds' | 'watchedSize'>

export interface Watchers<Asked> {
  readonly all: ReadonlySet<Watcher<Asked>>
  readonly questions: Pick<WatchedQuestions<Watcher<Asked>>, 'all' | 'size' | 'release'>
  /** The question of a caller; to be released, or left by its watcher. */
  hold(verified: Verified, caller: string): Held<Watcher<Asked>>
  /** Throws where the limit is reached; `joining` others are about to be added before it. */
  checkRoom(caller: string, joining: number): void
  /** For a new watcher: if the limit is reached, a stream of the caller with the most streams is ended. */
  makeRoom(caller: string): void
  add(watcher: Watcher<Asked>): void
  /** Other rights may make it another question. */
  move(watcher: Watcher<Asked>, verified: Verified): void
  /** Shows the state of its question, if the client does not have it yet. */
  show(watcher: Watcher<Asked>): void
  /** Ends the stream, unless the error may pass. */
  settle(watcher: Watcher<Asked>, error: unknown): void
  leave(watcher: Watcher<Asked>): void
}

export function createWatchers<Asked>(limits: WatchLimits, onLast: () => void): Watchers<Asked> {
  const all = new Set<Watcher<Asked>>()
  const questions = createWatchedQuestions<Watcher<Asked>>(limits.watchedQuestions, limits.watchedSize)

  function hold(verified: Verified, caller: string): Held<Watcher<Asked>> {
    const held = questions.hold(verified.key, verified.read)
    if (held !== null) return held
    const other = greediestOf(questions.all(), onlyCallerOf, caller)
    if (other === null) throw tooMany('watchedQuestions', limits.watchedQuestions)
    for (const watcher of [...other.watchers]) leave(watcher)
    return hold(verified, caller)
  }

  /** The stream that has to end for one of this caller; null where there is room. */
  function inTheWay(caller: string, joining: number): Watcher<Asked> | null {
    if (all.size + joining < limits.watchers) return null
    const other = greediestOf(all, (watcher) => watcher.caller, caller)
    if (other === null) throw tooMany('watchers', limits.watchers)
    return other
  }

  function makeRoom(caller: string): void {
    const other = inTheWay(caller, 0)
    if (other !== null) leave(other)
  }

  function leave(watcher: Watcher<Asked>): void {
    if (!all.delete(watcher)) return
    watcher.outlet.end()
    watcher.held.watchers.delete(watcher)
    questions.release(watcher.held)
    if (all.size === 0) onLast()
  }

  function settle(watcher: Watcher<Asked>, error: unknown): void {
    if (!(error instanceof ApiError) || error.code === 'INTERNAL') watcher.outlet.fail(error)
    else if (error.status < 500) watcher.outlet.end(endText(error))
    else return
    leave(watcher)
  }

  return {
    all,
    questions,
    hold,
    checkRoom: (caller, joining) => void inTheWay(caller, joining),
    makeRoom,
    add(watcher) {
      all.add(watcher)
      watcher.held.watchers.add(watcher)
    },
    move(watcher, verified) {
      const { held } = watcher
      if (held.key === verified.key) return
      watcher.held = hold(verified, watcher.caller)
      watcher.held.watchers.add(watcher)
      held.watchers.delete(watcher)
      questions.release(held)
    },
    show(watcher) {
      const state = watcher.held.question.state()
      if (state === null || show(watcher, state)) return
      settle(watcher, tooLong(limits.watchedSize))
    },
    settle,
    leave,
  }
}

/** Null if several callers watch it, or it has no watcher yet. */
function onlyCallerOf<Asked>({ watchers }: Held<Watcher<Asked>>): string | null {
  const [first, ...others] = new Set([...watchers].map(({ caller }) => caller))
  return first === undefined || others.length > 0 ? null : first
}

export const RETRY_SOON = { 'retry-after': '1' }

function tooMany(limit: 'watchers' | 'watchedQuestions', maximum: number): ApiError {
  const { code, message, details } = limitExceeded(limit, maximum)
  return new ApiError(code, { message, details, headers: RETRY_SOON })
}

export function tooLong(maximum: number): ApiError {
  const { code, message, details } = limitExceeded('watchedSize', maximum)
  const hint = 'With watch=etag, events have a tag in place of the response, which you then request yourself'
  return new ApiError(code, { message, details: { ...details, hint } })
}

export function watchUnsupported(): ApiError {
  const hint = 'lectern migrate --adopt adds triggers to the database that record its changes'
  return new ApiError('WATCH_UNSUPPORTED', { details: { hint } })
}
