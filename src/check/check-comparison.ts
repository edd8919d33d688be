/** Checks one comparison of an attribute: what the operator means, and whether the values fit the attribute's type. */

import { ApiError } from '../errors/api-error.ts'
import type { ParsedComparison, ParsedScalar } from '../parse/parsed-query.ts'
import type { ScalarAttribute, ScalarType } from '../schema/schema.ts'
import { type ComparisonOperator, isOf, OPERATORS } from '../vocabulary/operators.ts'
import { valueKind } from '../vocabulary/scalar-types.ts'
import { castValue } from './cast-value.ts'
import type { Filter, Test, Value } from './query.ts'
import type { ValuePlace } from './uncastable.ts'

export function checkComparison(comparison: ParsedComparison, attribute: ScalarAttribute, place: ValuePlace): Filter {
  const { test, negated } = checkTest(comparison, attribute.type, place)
  const holds: Filter = { kind: 'test', attribute, test }
  return negated ? { kind: 'not', item: holds } : holds
}

export interface CheckedTest {
  readonly test: Test
  readonly negated: boolean
}

/** The same for any value of this type. */
export function checkTest(comparison: ParsedComparison, type: ScalarType, place: ValuePlace): CheckedTest {
  if (comparison.shape === 'null') return { test: { kind: 'isNull' }, negated: !comparison.isNull }
  const { operator } = comparison
  const { test, negated } = OPERATORS[operator]
  if (isOf(test, 'order')) refuseOrderOfJson(type, operator, place)
  const cast = (text: ParsedScalar): Value => (text === null ? null : castValue(text, type, place))
  return { test: testOf(comparison, cast), negated }
}

/** The test of the operator, with values of any kind. */
export function testOf(
  comparison: Exclude<ParsedComparison, { shape: 'null' }>,
  cast: (text: ParsedScalar) => Value,
): Test {
  switch (comparison.shape) {
    case 'list':
      return { kind: OPERATORS[comparison.operator].test, values: comparison.values.map(cast) }
    case 'pair': {
      const { operator, low, high } = comparison
      return { kind: OPERATORS[operator].test, low: cast(low), high: cast(high) }
    }
    case 'value': {
      const { test, fold } = OPERATORS[comparison.operator]
      const { value } = comparison
      if (value === null && (test === 'eq' || test === 'equals')) return { kind: 'isNull' }
      // In Strapi, `[$contains]` without a value searches for the word "null".
      return isOf(test, 'text') ? { kind: test, text: value ?? 'null', fold } : { kind: test, value: cast(value) }
    }
  }
}

/** Databases sort JSON documents differently, so the response would depend on the database. */
function refuseOrderOfJson(type: ScalarType, operator: ComparisonOperator, { param, path }: ValuePlace): void {
  if (valueKind(type) !== 'json') return
  throw new ApiError('VALUE_INVALID', {
    message: `Invalid operator ${operator} at ${path}: JSON has no order. Use $eq, $ne, $in, $null or a text operator`,
    details: { source: 'query', param, path },
  })
}
