/** The operators that a condition may have: those that compare, and one that asks lists in JSON (extension `json`). */

import { type ComparisonOperator, isComparison, OPERATORS, operandOf } from '../../../src/vocabulary/operators.ts'

export const HAS = '$has'

export type FilterOperator = ComparisonOperator | typeof HAS

export function isFilterOperator(name: string): name is FilterOperator {
  return name === HAS || isComparison(name)
}

/** The shape of its values: one, several, two bounds, or a boolean. */
export function shapeOf(operator: FilterOperator): ReturnType<typeof operandOf> {
  return operator === HAS ? 'list' : operandOf(operator)
}

export function labelOf(operator: FilterOperator): string {
  return operator === HAS ? 'is a list that has' : OPERATORS[operator].label
}
