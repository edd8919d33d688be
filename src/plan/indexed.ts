/** Whether rows that satisfy a condition can be counted in an index alone. */

import type { TableIndex } from '../tables/tables.ts'
import { type Family, TESTS } from '../vocabulary/operators.ts'
import { PUBLISHED_AT } from './columns.ts'
import { itemsOf } from './conditions.ts'
import type { Condition, Test } from './read-plan.ts'
import { publishedIn } from './version-rows.ts'

export function isIndexed(condition: Condition, indexes: readonly TableIndex[]): boolean {
  const tested = columnsIn(condition)
  if (tested === null || tested.length === 0) return false
  return indexes.some(({ columns, rows, words }) => {
    if (words !== null) return false
    const known = rows === 'all' ? columns : [...columns, PUBLISHED_AT.name]
    // An index that begins with another column would be scanned as a whole.
    return isFor(rows, condition) && tested.includes(columns[0] ?? '') && tested.every((name) => known.includes(name))
  })
}

/** Null where the condition also depends on other rows, or is expensive to evaluate. */
function columnsIn(condition: Condition): readonly string[] | null {
  switch (condition.kind) {
    case 'and':
    case 'or': {
      const parts = condition.items.map(columnsIn)
      return parts.some((part) => part === null) ? null : parts.flatMap((part) => part ?? [])
    }
    case 'test':
      return isCheap(condition.test) ? [condition.column.name] : null
    case 'constant':
      return []
    default:
      return null
  }
}

/** Text searches are expensive; do not evaluate them twice. */
const CHEAP: Readonly<Record<Family, boolean>> = { emptiness: true, equality: true, order: true, text: false }

function isCheap({ kind }: Test): boolean {
  return CHEAP[TESTS[kind].family]
}

/** Whether all rows that satisfy the condition are in an index of these rows. */
export function isFor(rows: TableIndex['rows'], condition: Condition): boolean {
  if (rows === 'all' || rows === 'some') return rows === 'all'
  return itemsOf(condition).some((item) => publishedIn(item) === (rows === 'published'))
}
