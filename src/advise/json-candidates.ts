/** Indexes for values inside the JSON documents of one table. */

import type { Condition, JsonCondition } from '../plan/read-plan.ts'
import { type Candidate, jsonCandidate } from './candidate.ts'
import { versionOf } from './tested.ts'

export function jsonCandidates(table: string, condition: Condition): readonly Candidate[] {
  const columns = new Set(
    testsOfJson(condition)
      .filter(isServed)
      .map(({ column }) => column.name),
  )
  return [...columns].map((column) => jsonCandidate(table, column, versionOf(condition)))
}

function testsOfJson(condition: Condition): readonly JsonCondition[] {
  if (condition.kind === 'and' || condition.kind === 'or') return condition.items.flatMap(testsOfJson)
  return condition.kind === 'json' ? [condition] : []
}

/** A JSON index finds known values; it cannot answer negations or ranges. */
function isServed({ test, negated }: JsonCondition): boolean {
  return !negated && (test.kind === 'has' || test.kind === 'eq' || test.kind === 'in')
}
