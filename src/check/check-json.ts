/** Filters inside JSON documents (extension `json`): `[$path][camera.iso][$gte]=400`, `[$has]=red`. */

import { ApiError } from '../errors/api-error.ts'
import type { ParsedComparison, ParsedScalar } from '../parse/parsed-query.ts'
import type { ScalarAttribute } from '../schema/schema.ts'
import { isOf, OPERATORS } from '../vocabulary/operators.ts'
import { valueKind } from '../vocabulary/scalar-types.ts'
import { castJson } from './cast-json.ts'
import { testOf } from './check-comparison.ts'
import type { Filter, JsonTest, Test, Value } from './query.ts'
import { uncastable, type ValuePlace } from './uncastable.ts'

/** A place inside a document. */
export interface JsonPlace {
  readonly attribute: ScalarAttribute
  readonly segments: readonly string[]
}

export const isDocument = ({ type }: ScalarAttribute): boolean => valueKind(type) === 'json'

const MOST_SEGMENTS = 8
const SEGMENT = /^[A-Za-z0-9_-]{1,64}$/

export function readPath(path: string, { param, path: at }: ValuePlace): readonly string[] {
  const segments = path.split('.')
  if (segments.length <= MOST_SEGMENTS && segments.every((segment) => SEGMENT.test(segment))) return segments
  const shown = path.length > 40 ? `${path.slice(0, 40)}…` : path
  throw new ApiError('VALUE_INVALID', {
    message: `Invalid path ${JSON.stringify(shown)} at ${at}. Expected up to ${MOST_SEGMENTS} names of letters, digits, - and _, or indexes of lists, with dots between: camera.iso, tags.0`,
    details: { source: 'query', param, path: at },
  })
}

export function checkHas(values: readonly ParsedScalar[], at: JsonPlace, place: ValuePlace): Filter {
  return { kind: 'json', ...at, test: { kind: 'has', values: values.map((text) => castScalar(text, place)) } }
}

export function checkInside(comparison: ParsedComparison, at: JsonPlace, place: ValuePlace): Filter {
  if (comparison.shape === 'null') return filterOf(at, { kind: 'isNull' }, !comparison.isNull)
  const { test, negated } = OPERATORS[comparison.operator]
  const cast = (text: ParsedScalar): Value => castScalar(text, place)
  const checked = testOf(comparison, cast)
  if (isOf(test, 'order')) refuseUnordered(checked, comparison, place)
  return filterOf(at, checked.kind === 'eq' && checked.value === null ? { kind: 'isNull' } : checked, negated)
}

function filterOf(at: JsonPlace, test: JsonTest, negated: boolean): Filter {
  const filter: Filter = { kind: 'json', ...at, test }
  return negated ? { kind: 'not', item: filter } : filter
}

/** The value of a text, as `$eq` reads JSON: `400` is a number, `"400"` and `red` are strings. */
function castScalar(text: ParsedScalar, place: ValuePlace): Value {
  if (text === null) return null
  const value: unknown = JSON.parse(castJson(text, place))
  if (value === null || typeof value === 'string' || typeof value === 'boolean') return value
  if (typeof value === 'number' && Number.isFinite(value)) return value
  throw uncastable(text, 'a text, a number, true or false', place)
}

/** Only strings have an order, and only numbers. */
function refuseUnordered(test: Test, comparison: ParsedComparison, { param, path }: ValuePlace): void {
  const values = test.kind === 'between' ? [test.low, test.high] : 'value' in test ? [test.value] : []
  const types = new Set(values.map((value) => typeof value))
  if (types.size === 1 && (types.has('string') || types.has('number'))) return
  const operator = comparison.shape === 'null' ? '$null' : comparison.operator
  throw new ApiError('VALUE_INVALID', {
    message: `Invalid value for ${operator} at ${path}. Expected texts or numbers: nothing else has an order`,
    details: { source: 'query', param, path },
  })
}
