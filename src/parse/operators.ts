/** The filter operators, and the shape of value each takes. Names are exact: `$EQ` is not an operator. */

export type ValueOperator =
  | '$eq'
  | '$eqi'
  | '$ne'
  | '$nei'
  | '$lt'
  | '$lte'
  | '$gt'
  | '$gte'
  | '$contains'
  | '$notContains'
  | '$containsi'
  | '$notContainsi'
  | '$startsWith'
  | '$startsWithi'
  | '$endsWith'
  | '$endsWithi'
export type ListOperator = '$in' | '$notIn'
export type NullOperator = '$null' | '$notNull'
export type RangeOperator = '$between'
export type ComparisonOperator = ValueOperator | ListOperator | NullOperator | RangeOperator
export type GroupOperator = '$and' | '$or' | '$not'

type OperandShape = 'value' | 'list' | 'flag' | 'pair'

export const COMPARISONS: ReadonlyMap<string, OperandShape> = new Map<ComparisonOperator, OperandShape>([
  ['$eq', 'value'],
  ['$eqi', 'value'],
  ['$ne', 'value'],
  ['$nei', 'value'],
  ['$lt', 'value'],
  ['$lte', 'value'],
  ['$gt', 'value'],
  ['$gte', 'value'],
  ['$in', 'list'],
  ['$notIn', 'list'],
  ['$contains', 'value'],
  ['$notContains', 'value'],
  ['$containsi', 'value'],
  ['$notContainsi', 'value'],
  ['$null', 'flag'],
  ['$notNull', 'flag'],
  ['$between', 'pair'],
  ['$startsWith', 'value'],
  ['$startsWithi', 'value'],
  ['$endsWith', 'value'],
  ['$endsWithi', 'value'],
])

export const GROUPS: ReadonlySet<string> = new Set<GroupOperator>(['$and', '$or', '$not'])

export const OPERATOR_NAMES: readonly string[] = [...COMPARISONS.keys(), ...GROUPS]
