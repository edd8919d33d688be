/** Which of several conditions the fewest rows probably satisfy, without asking the database. */

import type { Condition } from './read-plan.ts'
import { isSelective, listsIn, namesRows } from './selective.ts'

/**
 * Sorts conditions that few rows satisfy: what names its rows comes first, then an equal text, then all others. A number, a choice, or
 * one of many values is found in more rows; and more rows lead to each of these through a list.
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
