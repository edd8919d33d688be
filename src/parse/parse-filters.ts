/**
 * `filters[…]` → ParsedFilter.
 *
 *   filters[title]=x                     title $eq x
 *   filters[title][$in][0]=a             title $in [a]
 *   filters[author][name][$ne]=x         author { name $ne x }
 *   filters[$or][0][a]=1&filters[$or][1][b]=2
 */

import { ApiError } from '../errors/api-error.ts'
import { asFlag, asList, isRawList, isRawObject, type RawObject, type RawValue } from '../request/raw-params.ts'
import type { Extensions } from '../vocabulary/extensions.ts'
import {
  type ComparisonOperator,
  type GroupOperator,
  isComparison,
  isGroup,
  OPERATORS,
  takes,
} from '../vocabulary/operators.ts'
import { allOf } from './all-of.ts'
import { below, type FilterPlace, shapeError } from './filter-place.ts'
import { isQuantifying, parseQuantified } from './parse-quantified.ts'
import type { ParsedComparison, ParsedFilter, ParsedScalar } from './parsed-query.ts'

export function parseFilters(raw: RawValue | undefined, at: string, extensions: Extensions): ParsedFilter | null {
  if (raw === undefined || raw === null) return null
  if (!isRawObject(raw) && !isRawList(raw)) {
    throw new ApiError('PARAM_SHAPE', { message: 'The filters parameter must be an object or an array' })
  }
  const place = { at, onAttribute: false, extensions }
  if (asList(raw) !== null) {
    throw shapeError(place, 'takes attributes and operators, not a list. To combine filters write $and or $or')
  }
  return parseObject(raw as RawObject, place)
}

function parseObject(object: RawObject, place: FilterPlace): ParsedFilter {
  return allOf(Object.entries(object).map(([key, value]) => parseKey(key, value, below(place, key))))
}

function parseKey(key: string, value: RawValue, place: FilterPlace): ParsedFilter {
  if (isGroup(key)) return parseGroup(key, value, place)
  if (isComparison(key)) return parseComparison(key, value, place)
  if (isQuantifying(key, place)) return parseQuantified(key, value, place, parseOperand)
  if (place.extensions.on.has('json')) {
    if (key === '$path') return parsePaths(value, place)
    if (key === '$has') return { kind: 'has', values: (asList(value) ?? [value]).map((item) => scalar(item, place)) }
  }
  if (key.startsWith('$') || isGroupWithoutSign(key, value)) return { kind: 'unknownOperator', name: key }
  return { kind: 'attribute', name: key, item: parseOperand(value, { ...place, onAttribute: true }) }
}

/** `filters[or][0][title]=x`: no attribute takes a list of objects. */
function isGroupWithoutSign(key: string, value: RawValue): boolean {
  return isGroup(`$${key}`) && (asList(value)?.some(isRawObject) ?? false)
}

/** Extension `json`: `[$path][camera.iso][$gte]=400`. */
function parsePaths(value: RawValue, place: FilterPlace): ParsedFilter {
  if (!isRawObject(value)) throw shapeError(place, `takes names inside the document: ${place.at}[camera.iso][$gte]=400`)
  const onPath = { ...place, onAttribute: true }
  return allOf(
    Object.entries(value).map(([path, operand]) => {
      return { kind: 'jsonPath', path, item: parseOperand(operand, below(onPath, path)) }
    }),
  )
}

/** The filter on an attribute: a value, a list of values (any of them), or an object of operators and attributes. */
function parseOperand(value: RawValue, place: FilterPlace): ParsedFilter {
  if (value === null) return { kind: 'compare', comparison: { shape: 'null', isNull: true } }
  if (typeof value === 'string') return compare({ shape: 'value', operator: '$eq', value })
  const list = asList(value)
  if (list === null) return parseObject(value as RawObject, place)
  // The result of parsing `filters[title]=a&filters[title][$ne]=b`.
  if (list.some(isRawObject) && !list.every(isRawObject)) {
    throw shapeError(
      place,
      `has a value and operators or attributes. Write the value with an operator: ${place.at}[$eq]=…`,
    )
  }
  return compare({ shape: 'list', operator: '$in', values: list.map((item) => scalar(item, place)) })
}

function parseGroup(key: GroupOperator, value: RawValue, place: FilterPlace): ParsedFilter {
  const list = asList(value)
  if (key === '$not') return negate(list ?? [value], place)
  if (list === null) {
    throw shapeError(place, `takes a list of filters: ${place.at}[0][…]=…`)
  }
  const items = list.map((item, index) => parseMember(item, below(place, index)))
  return key === '$or' ? { kind: 'or', items } : allOf(items)
}

/** Several filters under one `$not` are negated as a whole: not (a and b). */
function negate(values: readonly RawValue[], place: FilterPlace): ParsedFilter {
  return { kind: 'not', item: allOf(values.map((value) => parseMember(value, place))) }
}

function parseMember(value: RawValue, place: FilterPlace): ParsedFilter {
  if (place.onAttribute) return parseOperand(value, place)
  const list = asList(value)
  // A list among filters means all of its items.
  if (list !== null) return allOf(list.map((item, index) => parseMember(item, below(place, index))))
  if (!isRawObject(value)) {
    throw shapeError(place, `takes an object of attributes: ${place.at}[attribute]=…`)
  }
  return parseObject(value, place)
}

function parseComparison(operator: ComparisonOperator, value: RawValue, place: FilterPlace): ParsedFilter {
  if (takes(operator, 'flag')) {
    const holds = asFlag(value) ?? Boolean(value)
    return compare({ shape: 'null', isNull: OPERATORS[operator].negated !== holds })
  }
  const list = asList(value)
  if (takes(operator, 'pair')) {
    const [low, high, ...rest] = list ?? []
    if (low === undefined || high === undefined || rest.length > 0) {
      throw shapeError(place, `takes exactly two values: ${place.at}[0]=…&${place.at}[1]=…`)
    }
    return compare({ shape: 'pair', operator, low: scalar(low, place), high: scalar(high, place) })
  }
  if (takes(operator, 'list')) {
    return compare({ shape: 'list', operator, values: (list ?? [value]).map((item) => scalar(item, place)) })
  }
  const compared = (item: RawValue) => compare({ shape: 'value', operator, value: scalar(item, place) })
  // A list where one value is expected means any of them.
  return list === null ? compared(value) : { kind: 'or', items: list.map(compared) }
}

function scalar(value: RawValue, place: FilterPlace): ParsedScalar {
  if (value === null || typeof value === 'string') return value
  throw shapeError(place, 'takes a value or a list of values, not an object', groupHint(place))
}

/** `filters[or][0][title]=x`: a list of filters, at the name of a group without its `$`. */
function groupHint({ at }: FilterPlace): string | undefined {
  const [, name = ''] = /\[(or|and)\]$/i.exec(at) ?? []
  return name === '' ? undefined : `Did you mean $${name.toLowerCase()}?`
}

function compare(comparison: ParsedComparison): ParsedFilter {
  return { kind: 'compare', comparison }
}
