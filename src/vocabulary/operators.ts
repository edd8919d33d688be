/**
 * The operators of filters, in one table. Parsing, checking, planning, the client's types, OpenAPI and the explorer
 * derive from it: an operator that uses an existing test is one row here.
 */

import { keysOf } from './keys-of.ts'

/**
 * The value of an operator in a request: `[$eq]=1`, `[$in][0]=1&[$in][1]=2`, `[$null]=true`, or the two bounds of a range.
 */
type Operand = 'value' | 'list' | 'flag' | 'pair'

/** The family of a test, which decides the fields it fits and whether an index can serve it. */
export type Family = 'emptiness' | 'equality' | 'order' | 'text'

/** Tests of a column. Tests of the family `text` search the text that a response would show. */
export const TESTS = {
  isNull: { operand: 'flag', family: 'emptiness' },
  eq: { operand: 'value', family: 'equality' },
  in: { operand: 'list', family: 'equality' },
  lt: { operand: 'value', family: 'order' },
  lte: { operand: 'value', family: 'order' },
  gt: { operand: 'value', family: 'order' },
  gte: { operand: 'value', family: 'order' },
  between: { operand: 'pair', family: 'order' },
  equals: { operand: 'value', family: 'text' },
  contains: { operand: 'value', family: 'text' },
  startsWith: { operand: 'value', family: 'text' },
  endsWith: { operand: 'value', family: 'text' },
} as const satisfies Readonly<Record<string, { readonly operand: Operand; readonly family: Family }>>

interface Operator {
  readonly test: TestKind
  /** Whether it finds the rows that fail the test. */
  readonly negated: boolean
  /** Whether upper and lower case are the same. The name ends with an `i` then. */
  readonly fold: boolean
  /** How the explorer reads it out, between a field and a value. */
  readonly label: string
}

/** Names are exact: `$EQ` is not an operator. */
export const OPERATORS = {
  $eq: { test: 'eq', negated: false, fold: false, label: 'is' },
  $eqi: { test: 'equals', negated: false, fold: true, label: 'is (any case)' },
  $ne: { test: 'eq', negated: true, fold: false, label: 'is not' },
  $nei: { test: 'equals', negated: true, fold: true, label: 'is not (any case)' },
  $lt: { test: 'lt', negated: false, fold: false, label: 'less than' },
  $lte: { test: 'lte', negated: false, fold: false, label: 'at most' },
  $gt: { test: 'gt', negated: false, fold: false, label: 'greater than' },
  $gte: { test: 'gte', negated: false, fold: false, label: 'at least' },
  $in: { test: 'in', negated: false, fold: false, label: 'is one of' },
  $notIn: { test: 'in', negated: true, fold: false, label: 'is none of' },
  $contains: { test: 'contains', negated: false, fold: false, label: 'contains' },
  $containsi: { test: 'contains', negated: false, fold: true, label: 'contains (any case)' },
  $notContains: { test: 'contains', negated: true, fold: false, label: 'does not contain' },
  $notContainsi: { test: 'contains', negated: true, fold: true, label: 'does not contain (any case)' },
  $null: { test: 'isNull', negated: false, fold: false, label: 'is empty' },
  $notNull: { test: 'isNull', negated: true, fold: false, label: 'is not empty' },
  $between: { test: 'between', negated: false, fold: false, label: 'between' },
  $startsWith: { test: 'startsWith', negated: false, fold: false, label: 'starts with' },
  $startsWithi: { test: 'startsWith', negated: false, fold: true, label: 'starts with (any case)' },
  $endsWith: { test: 'endsWith', negated: false, fold: false, label: 'ends with' },
  $endsWithi: { test: 'endsWith', negated: false, fold: true, label: 'ends with (any case)' },
} as const satisfies Readonly<Record<`$${string}`, Operator>>

/** These combine filters; they compare nothing. */
const GROUPS = ['$and', '$or', '$not'] as const

export type TestKind = keyof typeof TESTS
export type TestTaking<O extends Operand> = KeysWith<typeof TESTS, { readonly operand: O }>
export type TestOf<F extends Family> = KeysWith<typeof TESTS, { readonly family: F }>

export type ComparisonOperator = keyof typeof OPERATORS
export type OperatorTaking<O extends Operand> = KeysWith<typeof OPERATORS, { readonly test: TestTaking<O> }>
export type OperatorOf<F extends Family> = KeysWith<typeof OPERATORS, { readonly test: TestOf<F> }>
export type OperandOf<O extends ComparisonOperator> = (typeof TESTS)[(typeof OPERATORS)[O]['test']]['operand']
export type GroupOperator = (typeof GROUPS)[number]

type KeysWith<T, Row> = { [K in keyof T]: T[K] extends Row ? K : never }[keyof T]

export const TEST_KINDS = keysOf(TESTS)

export const COMPARISON_OPERATORS = keysOf(OPERATORS)

/** Each has a twin that ignores case, named with an `i`. */
export const EXACT_TEXT_OPERATORS = COMPARISON_OPERATORS.filter(
  (operator) => isOf(OPERATORS[operator].test, 'text') && !OPERATORS[operator].fold,
)

export const OPERATOR_NAMES: readonly string[] = [...COMPARISON_OPERATORS, ...GROUPS]

/** Operators of other query languages, each with its equivalent. */
export const FOREIGN_OPERATORS: ReadonlyMap<string, ComparisonOperator> = new Map([
  ['$nin', '$notIn'],
  ['$equal', '$eq'],
  ['$equals', '$eq'],
  ['$is', '$eq'],
  ['$neq', '$ne'],
  ['$notEqual', '$ne'],
  ['$notEquals', '$ne'],
  ['$like', '$contains'],
  ['$ilike', '$containsi'],
  ['$regex', '$contains'],
  ['$exists', '$notNull'],
  ['$isNull', '$null'],
  ['equals', '$eq'],
  ['not_equals', '$ne'],
  ['neq', '$ne'],
  ['_neq', '$ne'],
  ['like', '$containsi'],
  ['ilike', '$containsi'],
  ['match', '$containsi'],
  ['icontains', '$containsi'],
  ['_icontains', '$containsi'],
  ['_ncontains', '$notContains'],
  ['greater_than', '$gt'],
  ['greater_than_equal', '$gte'],
  ['less_than', '$lt'],
  ['less_than_equal', '$lte'],
  ['nin', '$notIn'],
  ['not_in', '$notIn'],
  ['_nin', '$notIn'],
  ['exists', '$notNull'],
  ['_nnull', '$notNull'],
])

export function isComparison(name: string): name is ComparisonOperator {
  return Object.hasOwn(OPERATORS, name)
}

export function isGroup(name: string): name is GroupOperator {
  return GROUPS.some((group) => group === name)
}

export function operandOf<O extends ComparisonOperator>(operator: O): OperandOf<O> {
  return TESTS[OPERATORS[operator].test].operand
}

export function takes<O extends Operand>(operator: ComparisonOperator, operand: O): operator is OperatorTaking<O> {
  return TESTS[OPERATORS[operator].test].operand === operand
}

export function isOf<F extends Family>(test: TestKind, family: F): test is TestOf<F> {
  return TESTS[test].family === family
}
