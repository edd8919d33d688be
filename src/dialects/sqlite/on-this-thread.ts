/**
 * Decides which statements may run on this thread: fast ones. The time also depends on bound values, which clients
 * choose: a filter by a range of ids is fast for an empty range, but takes seconds for a million entries. A statement
 * on this thread cannot be cancelled.
 */

import type { Statement } from '../../sql/statement.ts'
import { createPace } from './pace.ts'

/** Longest bound text: searching a text in another can take time in proportion to the product of both lengths. */
const LONGEST_TEXT = 256

/**
 * Longest statement, in characters. Preparing one this long takes about 20 ms, which is not part of its measured time,
 * and this thread prepares it again although a child process has.
 */
const LONGEST_STATEMENT = 128 * 1024

/** Milliseconds: a statement that takes longer delays other requests noticeably. */
const LONG = 50

/**
 * After a long statement, all statements run in child processes for this many times its duration. So a client gains
 * little by sending long ones.
 */
const PAUSE = 50
const LONGEST_PAUSE = 60_000

export interface OnThisThread {
  mayRun(statement: Statement): boolean
  /** `isHere`: whether the statement ran on this thread. */
  took(statement: Statement, milliseconds: number, isHere: boolean): void
}

export function createOnThisThread(now: () => number = () => performance.now()): OnThisThread {
  const pace = createPace()
  let pausedUntil = 0
  return {
    mayRun: ({ text, values }) =>
      text.length <= LONGEST_STATEMENT && pace.isQuick(text) && now() >= pausedUntil && !values.some(isLongText),
    took({ text }, milliseconds, isHere) {
      pace.took(text, milliseconds)
      if (isHere && milliseconds > LONG) pausedUntil = now() + Math.min(milliseconds * PAUSE, LONGEST_PAUSE)
    },
  }
}

function isLongText(value: unknown): boolean {
  return typeof value === 'string' && value.length > LONGEST_TEXT
}
