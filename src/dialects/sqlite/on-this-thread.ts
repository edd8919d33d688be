/**
 * Which statements may run on this thread: quick ones. How long one takes depends on its values, too, which clients choose: a
 * filter by a range of ids is quick for a range without entries, and takes seconds for all of a million. Nothing can end it here.
 */

import type { Statement } from '../../sql/statement.ts'
import { createPace } from './pace.ts'

/** Characters of a value: SQLite takes up to the product of both lengths to look for a text in another. */
const LONGEST_TEXT = 256

/**
 * Characters of a statement: preparing takes some 20 ms for as many, which its time does not include, and is done here once more
 * although a process has done it already.
 */
const LONGEST_STATEMENT = 128 * 1024

/** Milliseconds: a statement that takes more delays other requests noticeably. */
const LONG = 50

/** After a long statement, all others run in processes for this many times its duration: sending long ones gains a client little. */
const PAUSE = 50
const LONGEST_PAUSE = 60_000

export interface OnThisThread {
  mayRun(statement: Statement): boolean
  /** `isHere`: whether it ran on this thread. */
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
