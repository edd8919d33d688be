/**
 * What need not be worked out again. A statement holds for everybody with the same rights; a total and an answer, only
 * while the tables that they were read from do not change.
 */

import { createHash } from 'node:crypto'
import type { Caller } from '../access/caller.ts'
import { rightsKey } from '../access/rights-key.ts'
import { createFresh, type Fresh } from '../cache/fresh.ts'
import { createIntervals, type Moment } from '../cache/revisions.ts'
import type { CacheSettings } from '../config/settings.ts'
import { createPacedWork } from '../execute/paced-work.ts'
import type { Page } from '../parse/parse-pagination.ts'
import type { HttpResponse } from '../request/http-request.ts'
import type { Statement } from '../sql/statement.ts'

/** Characters of all that is kept, two bytes each at most, and bytes. */
const MOST_ANSWERS = 48 * 1024 * 1024
const MOST_STATEMENTS = 8 * 1024 * 1024
const MOST_TOTALS = 1024 * 1024

/** Characters of a query string that takes a few milliseconds to prepare, at most. */
const SHORT_QUESTION = 256

export interface PreparedRead {
  readonly statement: Statement
  /** Null for a single entry. */
  readonly page: Page | null
  /** Equal where the same data gives the same answer, in every process. */
  readonly identity: string
  /** That the answer depends on. */
  readonly tables: readonly string[]
  /** Content types among them, for caches that are told what to drop; null where nobody wants to know. */
  readonly tags: string | null
  /** Null where nothing is counted. Prepared when it is asked for: not every total is kept. */
  readonly total: (() => PreparedTotal) | null
}

/** A total that many pages share. */
export interface PreparedTotal {
  /** Equal where the same rows are counted. */
  readonly key: string
  readonly tables: readonly string[]
  /** The statement for when the total is known. */
  uncounted(): Statement
}

export interface Asked {
  /** The query string. */
  readonly text: string
  readonly signal: AbortSignal | undefined
}

export interface Kept {
  /** Statements do not depend on the data. Long questions are prepared in turn: others are answered in between. */
  statement(key: string, asked: Asked, prepare: () => PreparedRead): PreparedRead | Promise<PreparedRead>
  readonly totals: Fresh<number>
  readonly answers: Fresh<HttpResponse>
  /** `question` with whom it is asked by, as far as that matters: callers with the same rights get the same answers. */
  keyOf(caller: Caller, question: string): string
  /** The moment to keep answers of, given the one that a request began at; null where none are kept. */
  momentFor(at: Moment | null): Moment | null
}

export function createKept({ answers, longest }: CacheSettings): Kept {
  const rightsOf = digests()
  const preparing = createPacedWork()
  const interval = longest > 0 ? createIntervals(longest) : () => null
  const statements = createFresh<PreparedRead>({
    most: MOST_STATEMENTS,
    // The statement without its total is about as long.
    weigh: ({ statement, total }, key) => statement.text.length * (total === null ? 1 : 2) + key.length,
  })
  return {
    statement(key, { text, signal }, prepare) {
      const known = () => statements.find(key, '')
      const work = () => {
        const prepared = known() ?? prepare()
        statements.keep(key, '', prepared)
        return prepared
      }
      return known() ?? (text.length <= SHORT_QUESTION ? work() : preparing.run(text.length, signal, work))
    },
    momentFor: (at) => (answers ? (at ?? interval()) : null),
    totals: createFresh({ most: MOST_TOTALS, weigh: (_total, key) => key.length }),
    answers: createFresh({
      most: MOST_ANSWERS,
      weigh: ({ body, bytes }, key) => body.length + (bytes?.length ?? 0) + key.length,
    }),
    keyOf: (caller, question) => `${rightsOf(caller)} ${question}`,
  }
}

/** Rights can be a long list; their digest is as good, and short. */
function digests(): (caller: Caller) => string {
  const known = new WeakMap<Caller, string>()
  return (caller) => {
    const digest = known.get(caller) ?? createHash('sha256').update(rightsKey(caller)).digest('base64')
    known.set(caller, digest)
    return digest
  }
}
