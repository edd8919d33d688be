/** The quantifiers of the extension `quantifiers`: filters on all entries of a relation. */

import { COMPARISON_OPERATORS, type ComparisonOperator, isOf, OPERATORS, type OperatorOf } from './operators.ts'

interface QuantifierEntry {
  /** Whether it makes sense for a relation to one. */
  readonly toOne: boolean
  /** How the explorer reads it out, between a relation and a filter. */
  readonly label: string
}

export const QUANTIFIERS = {
  $some: { toOne: true, label: 'some of them:' },
  $every: { toOne: false, label: 'every one of them:' },
  $none: { toOne: true, label: 'none of them:' },
  /** Each of several values is that of some entry. */
  $all: { toOne: false, label: 'all of these values:' },
} as const satisfies Readonly<Record<`$${string}`, QuantifierEntry>>

export type Quantifier = keyof typeof QUANTIFIERS

/** The number of entries, in filters and sorts. */
export const COUNT = '$count'
/** Beside the comparisons of a count: which entries count. */
export const COUNTED = '$of'

export type CountOperator = OperatorOf<'equality' | 'order'>

export const COUNT_OPERATORS: readonly CountOperator[] = COMPARISON_OPERATORS.filter(isCountOperator)

export const QUANTIFIER_NAMES: readonly string[] = [...Object.keys(QUANTIFIERS), COUNT]

export function isQuantifier(name: string): name is Quantifier {
  return Object.hasOwn(QUANTIFIERS, name)
}

export function isCountOperator(operator: ComparisonOperator): operator is CountOperator {
  const { test } = OPERATORS[operator]
  return isOf(test, 'equality') || isOf(test, 'order')
}
