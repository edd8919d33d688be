/** Indexes for searches of words inside texts of one table. */

import type { Condition } from '../plan/read-plan.ts'
import type { WordTest } from '../tables/table-definition.ts'
import { type Candidate, wordCandidate } from './candidate.ts'
import { type Tested, testsIn, versionOf } from './tested.ts'

const WORD_TESTS: readonly WordTest[] = ['exact', 'folded']

export function wordCandidates(table: string, condition: Condition): readonly Candidate[] {
  const where = versionOf(condition)
  return WORD_TESTS.flatMap((words) =>
    columnLists(condition, words).map((columns) => wordCandidate(table, columns, words, where)),
  )
}

/** A search for any of several words is served only by an index that has all their columns. */
function columnLists(condition: Condition, words: WordTest): readonly (readonly string[])[] {
  if (condition.kind === 'and') return condition.items.flatMap((item) => columnLists(item, words))
  const tests = testsIn(condition).filter((tested) => wordTestOf(tested) === words)
  const columns = [...new Set(tests.map(({ column }) => column.name))]
  return columns.length === 0 ? [] : [columns]
}

/** Null if no word index helps: columns of other kinds are converted to text before they are searched. */
function wordTestOf({ column, test, negated }: Tested): WordTest | null {
  if (negated || column.kind !== 'text' || !('fold' in test) || !isTelling(test.text)) return null
  if (test.fold) return 'folded'
  return test.kind === 'equals' ? null : 'exact'
}

/** Trigram indexes need at least three letters. */
const isTelling = (text: string): boolean => /[\p{L}\p{N}]{3}/u.test(text)
