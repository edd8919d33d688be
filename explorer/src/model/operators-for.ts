/** The operators for each kind of field, and the inputs for their values. */

import {
  COMPARISON_OPERATORS,
  type ComparisonOperator,
  isOf,
  OPERATORS,
  TEST_KINDS,
  type TestKind,
  takes,
} from '../../../src/vocabulary/operators.ts'
import { type ValueKind, valueKind } from '../../../src/vocabulary/scalar-types.ts'
import { type FilterOperator, HAS } from './filter-operators.ts'
import type { DescribedAttribute } from './schema.ts'

const TEXT = TEST_KINDS.filter((test) => isOf(test, 'text'))
const ORDER = TEST_KINDS.filter((test) => isOf(test, 'order'))

/** Undefined: of an attribute that the caller does not see, or that there is not. Null: of a related entry itself. */
export function operatorsFor(attribute: DescribedAttribute | null | undefined): readonly ComparisonOperator[] {
  return testsFor(attribute).flatMap((test) =>
    COMPARISON_OPERATORS.filter((operator) => OPERATORS[operator].test === test),
  )
}

/** The first is what a new condition begins with. */
function testsFor(attribute: DescribedAttribute | null | undefined): readonly TestKind[] {
  if (attribute !== undefined && attribute?.kind !== 'scalar') return ['isNull', 'eq', 'in']
  switch (attribute === undefined ? 'text' : valueKind(attribute.type)) {
    case 'boolean':
      return ['eq', 'isNull']
    case 'choice':
      return ['eq', 'in', 'isNull', ...TEXT.filter((test) => test !== 'equals')]
    case 'json':
      return ['contains', 'isNull', 'eq', 'in']
    case 'id':
    case 'integer':
    case 'bigint':
    case 'number':
    case 'date':
    case 'time':
    case 'moment':
      return ['eq', 'in', ...ORDER, 'isNull']
    case 'text':
      return ['eq', ...TEXT, 'in', ...ORDER, 'isNull']
  }
}

export type InputKind = 'text' | 'number' | 'date' | 'boolean' | 'choice'

export function inputFor(attribute: DescribedAttribute | null | undefined, operator: FilterOperator): InputKind {
  if (operator === HAS) return 'text'
  if (takes(operator, 'flag')) return 'boolean'
  if (attribute === null) return 'number'
  if (attribute?.kind !== 'scalar' || isOf(OPERATORS[operator].test, 'text')) return 'text'
  switch (valueKind(attribute.type)) {
    case 'boolean':
      return 'boolean'
    case 'choice':
      return 'choice'
    case 'date':
      return 'date'
    case 'id':
    case 'integer':
    case 'bigint':
    case 'number':
      return 'number'
    case 'text':
    case 'time':
    case 'moment':
    case 'json':
      return 'text'
  }
}

const PLACEHOLDERS: Readonly<Record<ValueKind, string>> = {
  id: '0',
  integer: '0',
  bigint: '0',
  number: '0.5',
  time: '18:30:00',
  moment: '2025-05-10T12:00:00.000Z',
  text: 'value',
  choice: 'value',
  boolean: 'value',
  date: 'value',
  json: 'value',
}

/** The placeholder of a text input. */
export function placeholderFor(attribute: DescribedAttribute | null | undefined): string {
  if (attribute === null) return 'id'
  return attribute?.kind === 'scalar' ? PLACEHOLDERS[valueKind(attribute.type)] : 'value'
}
