/** Which operators fit which kind of field, and how people say them. */

import type { ComparisonOperator } from '../../../src/parse/operators.ts'
import type { DescribedAttribute } from './schema.ts'

export const OPERATOR_LABELS: Readonly<Record<ComparisonOperator, string>> = {
  $eq: 'is',
  $ne: 'is not',
  $eqi: 'is (any case)',
  $nei: 'is not (any case)',
  $lt: 'less than',
  $lte: 'at most',
  $gt: 'greater than',
  $gte: 'at least',
  $between: 'between',
  $in: 'is one of',
  $notIn: 'is none of',
  $contains: 'contains',
  $containsi: 'contains (any case)',
  $notContains: 'does not contain',
  $notContainsi: 'does not contain (any case)',
  $startsWith: 'starts with',
  $startsWithi: 'starts with (any case)',
  $endsWith: 'ends with',
  $endsWithi: 'ends with (any case)',
  $null: 'is empty',
  $notNull: 'is not empty',
}

const EMPTINESS: readonly ComparisonOperator[] = ['$null', '$notNull']
const EQUALITY: readonly ComparisonOperator[] = ['$eq', '$ne', '$in', '$notIn']
const ORDER: readonly ComparisonOperator[] = ['$lt', '$lte', '$gt', '$gte', '$between']
const TEXT: readonly ComparisonOperator[] = [
  '$contains',
  '$containsi',
  '$notContains',
  '$notContainsi',
  '$startsWith',
  '$startsWithi',
  '$endsWith',
  '$endsWithi',
]

/** Undefined: of an attribute that the caller does not see, or that there is not. Null: of a related entry itself. */
export function operatorsFor(attribute: DescribedAttribute | null | undefined): readonly ComparisonOperator[] {
  if (attribute === undefined) return Object.keys(OPERATOR_LABELS) as ComparisonOperator[]
  if (attribute === null || attribute.kind !== 'scalar') return [...EMPTINESS, ...EQUALITY]
  switch (attribute.type) {
    case 'boolean':
      return ['$eq', '$ne', ...EMPTINESS]
    case 'enumeration':
      return [...EQUALITY, ...EMPTINESS, ...TEXT]
    case 'json':
    case 'blocks':
    case 'array':
      return ['$contains', '$containsi', '$notContains', '$notContainsi', ...EMPTINESS, ...EQUALITY]
    case 'id':
    case 'integer':
    case 'biginteger':
    case 'float':
    case 'decimal':
    case 'date':
    case 'time':
    case 'datetime':
    case 'timestamp':
      return [...EQUALITY, ...ORDER, ...EMPTINESS]
    default:
      return ['$eq', '$ne', '$eqi', '$nei', ...TEXT, '$in', '$notIn', ...ORDER, ...EMPTINESS]
  }
}

export type InputKind = 'text' | 'number' | 'date' | 'boolean' | 'choice'

export function inputFor(attribute: DescribedAttribute | null | undefined, operator: ComparisonOperator): InputKind {
  if (operator === '$null' || operator === '$notNull') return 'boolean'
  if (attribute === null) return 'number'
  if (attribute?.kind !== 'scalar' || TEXT.includes(operator)) return 'text'
  switch (attribute.type) {
    case 'boolean':
      return 'boolean'
    case 'enumeration':
      return operator === '$eqi' || operator === '$nei' ? 'text' : 'choice'
    case 'date':
      return 'date'
    case 'id':
    case 'integer':
    case 'biginteger':
    case 'float':
    case 'decimal':
      return 'number'
    default:
      return 'text'
  }
}

/** What a text input suggests to write. */
export function placeholderFor(attribute: DescribedAttribute | null | undefined): string {
  if (attribute === null) return 'id'
  if (attribute?.kind !== 'scalar') return 'value'
  switch (attribute.type) {
    case 'datetime':
    case 'timestamp':
      return '2025-05-10T12:00:00.000Z'
    case 'time':
      return '18:30:00'
    case 'integer':
    case 'biginteger':
    case 'id':
      return '0'
    case 'float':
    case 'decimal':
      return '0.5'
    default:
      return 'value'
  }
}
