/**
 * What need not be worked out again. A statement holds for everybody with the same rights; an answer, only while the
 * database does not change. Where a database cannot tell whether it has changed, no answer is kept.
 */

import { createHash } from 'node:crypto'
import type { Caller } from './access/caller.ts'
import { rightsKey } from './access/rights-key.ts'
import type { Database } from './execute/database.ts'
import { createFresh, type Fresh } from './execute/fresh.ts'
import type { Page } from './parse/parse-pagination.ts'
import type { HttpResponse } from './request/http-request.ts'
import type { Statement } from './sql/statement.ts'

/** Characters of all that is kept; two bytes each at most. */
const MOST_ANSWERS = 32 * 1024 * 1024
const MOST_STATEMENTS = 8 * 1024 * 1024

export interface PreparedRead {
  readonly statement: Statement
  /** Null for a single entry. */
  readonly page: Page | null
}

export interface Kept {
  /** `question` is everything that an answer depends on besides the caller's rights and the data. */
  answer(caller: Caller, question: string, work: () => Promise<HttpResponse>): Promise<HttpResponse>
  statement(caller: Caller, question: string, work: () => Promise<PreparedRead>): Promise<PreparedRead>
}

export function keep(database: Pick<Database, 'revision'>, keepsAnswers: boolean): Kept {
  const answers = createFresh<HttpResponse>(() => (keepsAnswers ? database.revision() : null), {
    most: MOST_ANSWERS,
    weigh: ({ body }, key) => body.length + key.length,
  })
  // Statements do not depend on the data.
  const statements = createFresh<PreparedRead>(() => 0, {
    most: MOST_STATEMENTS,
    weigh: ({ statement }, key) => statement.text.length + key.length,
  })
  const rightsOf = digests()
  return {
    answer: (caller, question, work) => always(answers, `${rightsOf(caller)} ${question}`, work),
    statement: (caller, question, work) => always(statements, `${rightsOf(caller)} ${question}`, work),
  }
}

async function always<Value>(kept: Fresh<Value>, key: string, work: () => Promise<Value>): Promise<Value> {
  const value = await kept.get(key, work)
  if (value === null) throw new Error('nothing came of it')
  return value
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
