/** Filters by a range of related rows' values. A range may match few rows or most, and indexes rarely have the values. */

import { TESTS } from '../vocabulary/operators.ts'
import { itemsOf } from './conditions.ts'
import type { Condition, RelatedRows } from './read-plan.ts'
import { readsJson, readsList } from './selective.ts'

/** The path from a row to those whose own values are compared; null if there is none. */
export function pathToRange(condition: Condition): readonly RelatedRows[] | null {
  if (condition.kind !== 'exists' || condition.orNone.kind !== 'no') return null
  const { rows } = condition
  if (rows.hop.notSelf || rows.hop.fromWhere.length > 0 || readsJson(rows.condition)) return null
  // Such lists are read once anyway (inSharedSet).
  if (rows.isShared && readsList(rows.condition)) return null
  const items = itemsOf(rows.condition)
  if (items.some(isRange)) return [rows]
  for (const item of items) {
    const rest = pathToRange(item)
    if (rest !== null) return [rows, ...rest]
  }
  return null
}

function isRange(condition: Condition): boolean {
  return condition.kind === 'test' && !condition.negated && TESTS[condition.test.kind].family === 'order'
}
