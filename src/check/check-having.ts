/** `having[sum][views][$gte]=100`: conditions on the values of a group. */

import { ApiError } from '../errors/api-error.ts'
import { invalidKey } from '../errors/invalid-key.ts'
import type { ParsedComparison, ParsedFilter } from '../parse/parsed-query.ts'
import type { ScalarType } from '../schema/schema.ts'
import { isOf, OPERATOR_NAMES, OPERATORS } from '../vocabulary/operators.ts'
import type { GroupValue, Having, MeasuredPath } from './aggregate.ts'
import { checkTest } from './check-comparison.ts'
import { nameOf, operatorOf } from './comparisons-alone.ts'

const PARAM = 'having'

interface Subject {
  readonly value: GroupValue
  /** The type that the value is compared as. */
  readonly type: ScalarType
}

export function checkHaving(parsed: ParsedFilter, measures: readonly MeasuredPath[]): Having {
  const subjects = new Map<string, Subject>([
    ['count', { value: { kind: 'count' }, type: 'integer' }],
    ...measures.map((measured, index) => {
      const subject: Subject = { value: { kind: 'measure', index }, type: typeOf(measured) }
      return [`${measured.measure}.${measured.name}`, subject] as const
    }),
  ])
  return check(parsed, [], subjects)
}

function typeOf({ measure, attribute }: MeasuredPath): ScalarType {
  switch (measure) {
    case 'countDistinct':
      return 'integer'
    case 'avg':
      return 'float'
    case 'sum':
      return attribute.type === 'float' ? 'decimal' : attribute.type
    case 'min':
    case 'max':
      return attribute.type
  }
}

/** `path`: the names so far. `having[sum][author][followers]` and `having[sum][author.followers]` are the same. */
function check(parsed: ParsedFilter, path: readonly string[], subjects: ReadonlyMap<string, Subject>): Having {
  switch (parsed.kind) {
    case 'and':
    case 'or':
      return { kind: parsed.kind, items: parsed.items.map((item) => check(item, path, subjects)) }
    case 'not':
      return { kind: 'not', item: check(parsed.item, path, subjects) }
    case 'attribute':
      return check(parsed.item, [...path, parsed.name], subjects)
    case 'compare':
      return checkCompare(parsed.comparison, path.join('.'), subjects)
    // These are for relations and JSON, which groups do not have.
    case 'quantified':
    case 'counted':
    case 'jsonPath':
    case 'has':
    case 'unknownOperator':
      throw invalidKey({ key: nameOf(parsed), path: pathOf(path), param: PARAM, candidates: OPERATOR_NAMES })
  }
}

function checkCompare(comparison: ParsedComparison, name: string, subjects: ReadonlyMap<string, Subject>): Having {
  const subject = subjects.get(name)
  if (subject === undefined) {
    const hint = `Conditions can use: ${[...subjects.keys()].join(', ')}`
    throw invalidKey({ key: name === '' ? operatorOf(comparison) : name, path: null, param: PARAM, hint })
  }
  const place = { param: PARAM, path: name }
  refuseTextOperator(comparison, place.path)
  const { test, negated } = checkTest(comparison, subject.type, place)
  const holds: Having = { kind: 'test', value: subject.value, test }
  return negated ? { kind: 'not', item: holds } : holds
}

function refuseTextOperator(comparison: ParsedComparison, path: string): void {
  if (comparison.shape === 'null' || !isOf(OPERATORS[comparison.operator].test, 'text')) return
  throw new ApiError('VALUE_INVALID', {
    message: `Invalid operator ${comparison.operator} at ${path}: groups are compared by value`,
    details: {
      source: 'query',
      param: PARAM,
      path,
      hint: 'Use $eq, $ne, $lt, $lte, $gt, $gte, $in, $between or $null',
    },
  })
}

function pathOf(names: readonly string[]): string | null {
  return names.length === 0 ? null : names.join('.')
}
