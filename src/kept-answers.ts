/**
 * Answers are kept while the database does not change: what a caller asked before is not worked out again. Where a
 * database cannot tell whether it has changed, nothing is kept.
 */

import type { Caller } from './access/caller.ts'
import type { Database } from './execute/database.ts'
import { createFresh } from './execute/fresh.ts'
import type { HttpResponse } from './request/http-request.ts'

/** Characters of all answers that are kept; two bytes each at most. */
const MOST_CHARACTERS = 32 * 1024 * 1024

export interface KeptAnswers {
  /** `question` is everything that an answer depends on besides the caller and the data. */
  get(caller: Caller, question: string, work: () => Promise<HttpResponse>): Promise<HttpResponse>
}

export function keepAnswers(database: Pick<Database, 'revision'>, isOn: boolean): KeptAnswers {
  if (!isOn) return { get: (_caller, _question, work) => work() }
  const kept = createFresh<HttpResponse>(() => database.revision(), {
    most: MOST_CHARACTERS,
    weigh: ({ body }, key) => body.length + key.length,
  })
  const numberOf = numbering()
  return {
    async get(caller, question, work) {
      const answer = await kept.get(`${numberOf(caller)} ${question}`, work)
      if (answer === null) throw new Error('a request without an answer')
      return answer
    },
  }
}

/** Callers are told apart as objects: whoever has other rights is another object, made anew when rights may have changed. */
function numbering(): (caller: Caller) => number {
  const numbers = new WeakMap<Caller, number>()
  let last = 0
  return (caller) => {
    const number = numbers.get(caller) ?? ++last
    numbers.set(caller, number)
    return number
  }
}
