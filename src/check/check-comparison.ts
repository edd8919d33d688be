/** One comparison of an attribute: the operator's meaning, the values in the attribute's type. */

import { ApiError } from '../errors/api-error.ts'
import type { ComparisonOperator } from '../parse/operators.ts'
import type { ParsedComparison, ParsedScalar } from '../parse/parsed-query.ts'
import type { ScalarAttribute, ScalarType } from '../schema/schema.ts'
import { castValue } from './cast-value.ts'
import type { Filter, Test, Value } from './query.ts'
import type { ValuePlace } from './uncastable.ts'

export function checkComparison(comparison: ParsedComparison, attribute: ScalarAttribute, place: ValuePlace): Filter {
  const holds = (test: Test): Filter => ({ kind: 'test', attribute, test })
  const cast = (text: ParsedScalar): Value => (text === null ? null : castValue(text, attribute.type, place))
  switch (comparison.shape) {
    case 'null':
      return comparison.isNull ? holds({ kind: 'isNull' }) : not(holds({ kind: 'isNull' }))
    case 'list': {
      const among = holds({ kind: 'in', values: comparison.values.map(cast) })
      return comparison.operator === '$notIn' ? not(among) : among
    }
    case 'pair':
      refuseOrderOfJson(attribute, comparison.operator, place)
      return holds({ kind: 'between', low: cast(comparison.low), high: cast(comparison.high) })
    case 'value':
      return checkValue(comparison.operator, comparison.value, { attribute, place, holds, cast })
  }
}

interface Subject {
  readonly attribute: ScalarAttribute
  readonly place: ValuePlace
  readonly holds: (test: Test) => Filter
  readonly cast: (text: ParsedScalar) => Value
}

function checkValue(
  operator: ComparisonOperator,
  value: ParsedScalar,
  { attribute, place, holds, cast }: Subject,
): Filter {
  switch (operator) {
    case '$eq':
      return holds(value === null ? { kind: 'isNull' } : { kind: 'eq', value: cast(value) })
    case '$ne':
      return not(holds(value === null ? { kind: 'isNull' } : { kind: 'eq', value: cast(value) }))
    case '$eqi':
      return holds(value === null ? { kind: 'isNull' } : { kind: 'equals', text: value, fold: true })
    case '$nei':
      return not(holds(value === null ? { kind: 'isNull' } : { kind: 'equals', text: value, fold: true }))
    case '$lt':
    case '$lte':
    case '$gt':
    case '$gte':
      refuseOrderOfJson(attribute, operator, place)
      return holds({ kind: ORDERINGS[operator], value: cast(value) })
    default:
      return checkText(operator, value ?? 'null', holds)
  }
}

const ORDERINGS = { $lt: 'lt', $lte: 'lte', $gt: 'gt', $gte: 'gte' } as const

const TEXT_TESTS: ReadonlyMap<
  string,
  { kind: 'contains' | 'startsWith' | 'endsWith'; fold: boolean; negated: boolean }
> = new Map([
  ['$contains', { kind: 'contains', fold: false, negated: false }],
  ['$containsi', { kind: 'contains', fold: true, negated: false }],
  ['$notContains', { kind: 'contains', fold: false, negated: true }],
  ['$notContainsi', { kind: 'contains', fold: true, negated: true }],
  ['$startsWith', { kind: 'startsWith', fold: false, negated: false }],
  ['$startsWithi', { kind: 'startsWith', fold: true, negated: false }],
  ['$endsWith', { kind: 'endsWith', fold: false, negated: false }],
  ['$endsWithi', { kind: 'endsWith', fold: true, negated: false }],
])

function checkText(operator: ComparisonOperator, text: string, holds: (test: Test) => Filter): Filter {
  const meaning = TEXT_TESTS.get(operator)
  if (meaning === undefined) throw new Error(`operator ${operator} has no meaning for a text`)
  const test = holds({ kind: meaning.kind, text, fold: meaning.fold })
  return meaning.negated ? not(test) : test
}

const JSON_TYPES: ReadonlySet<ScalarType> = new Set(['json', 'blocks', 'array'])

/** Databases order JSON documents differently; an answer that depends on which one is worse than none. */
function refuseOrderOfJson(
  attribute: ScalarAttribute,
  operator: ComparisonOperator,
  { param, path }: ValuePlace,
): void {
  if (!JSON_TYPES.has(attribute.type)) return
  throw new ApiError('VALUE_INVALID', {
    message: `Invalid operator ${operator} at ${path}: JSON has no order. Use $eq, $ne, $in, $null or a text operator`,
    details: { source: 'query', param, path },
  })
}

function not(item: Filter): Filter {
  return { kind: 'not', item }
}
