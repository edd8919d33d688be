/** Estimates which of several conditions the fewest rows satisfy, without reading the database. */

import type { Condition } from './read-plan.ts'
import { isSelective, listsIn, namesRows } from './selective.ts'

/**
 * Sorts selective conditions: those that identify rows come first, then an equal text, then all others. Numbers, choices
 * and lists of values match more rows, and so do conditions behind lists.
 */
export function compareByFewest(a: Condition, b: Condition): number {
  return commonness(a) - commonness(b) || listsIn(a) - listsIn(b)
}

function commonness(condition: Condition): number {
  if (namesRows(condition)) return 0
  switch (condition.kind) {
    case 'and':
      return Math.min(...condition.items.map(commonness))
    case 'or':
      return Math.max(...condition.items.map(commonness))
    case 'exists':
      return commonness(condition.rows.condition)
    case 'test':
      return isOneText(condition) && isSelective(condition) ? 1 : 2
    default:
      return 2
  }
}

function isOneText({ column, test, isChoice }: Extract<Condition, { kind: 'test' }>): boolean {
  return column.kind === 'text' && isChoice !== true && (test.kind === 'eq' || test.kind === 'equals')
}
