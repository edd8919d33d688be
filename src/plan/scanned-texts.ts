/**
 * Searches that scan the texts of a whole table, because no index has the words: some databases have a faster test for
 * that.
 */

import type { TableIndex } from '../tables/tables.ts'
import type { Condition } from './read-plan.ts'

/** Marks the tests of the row itself. */
export function withScans(condition: Condition, indexes: readonly TableIndex[]): Condition {
  switch (condition.kind) {
    case 'and':
    case 'or':
      return { ...condition, items: condition.items.map((item) => withScans(item, indexes)) }
    case 'test':
      return isScanned(condition, indexes) ? { ...condition, scans: true } : condition
    default:
      return condition
  }
}

function isScanned({ column, test }: Extract<Condition, { kind: 'test' }>, indexes: readonly TableIndex[]): boolean {
  return (
    test.kind === 'contains' && !indexes.some(({ columns, words }) => words !== null && columns.includes(column.name))
  )
}
