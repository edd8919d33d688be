/**
 * Filters on all related entries:
 *
 *   filters[reviews][$every][stars][$gte]=4
 *   filters[tags][$all][slug][0]=red&filters[tags][$all][slug][1]=blue
 *   filters[reviews][$count][$of][approved]=true&filters[reviews][$count][$gte]=3
 */

import { asList, isRawObject, type RawValue } from '../request/raw-params.ts'
import { COUNT, COUNTED, isQuantifier } from '../vocabulary/quantifiers.ts'
import { allOf } from './all-of.ts'
import { below, type FilterPlace, shapeError } from './filter-place.ts'
import type { ParsedFilter } from './parsed-query.ts'

/** Parses the value of an attribute in a filter. */
type ParseOperand = (value: RawValue, place: FilterPlace) => ParsedFilter

/** Whether a key is such an operator: they are valid at attributes, if the extension is on. */
export function isQuantifying(key: string, { onAttribute, extensions }: FilterPlace): boolean {
  return (isQuantifier(key) || key === COUNT) && onAttribute && extensions.on.has('quantifiers')
}

export function parseQuantified(key: string, value: RawValue, place: FilterPlace, parse: ParseOperand): ParsedFilter {
  if (!isQuantifier(key)) return parseCount(value, place, parse)
  const filters = key === '$all' ? parseEach(value, place) : [parseRows(value, place, parse)]
  return allOf(filters.map((item): ParsedFilter => ({ kind: 'quantified', quantifier: key, item })))
}

/** The filter on the entries, which must not be empty. */
function parseRows(value: RawValue, place: FilterPlace, parse: ParseOperand): ParsedFilter {
  if (value === null || value === '') throw shapeError(place, `takes a filter on the entries: ${place.at}[attribute]=…`)
  return parse(value, place)
}

/** One path to a list of values: a filter for each of them. */
function parseEach(value: RawValue, place: FilterPlace, isNamed = false): readonly ParsedFilter[] {
  const values = typeof value === 'string' ? [value] : asList(value)
  if (values !== null && values.length > 0) return values.map((item) => parseValue(item, place, isNamed))
  const [[name, inner] = [], ...others] = isRawObject(value) ? Object.entries(value) : []
  if (name?.startsWith('$')) throw eachError(place, isNamed)
  if (name === undefined || inner === undefined || others.length > 0) throw eachError(place, false)
  return parseEach(inner, below(place, name), true).map((item) => ({ kind: 'attribute', name, item }))
}

function parseValue(value: RawValue, place: FilterPlace, isNamed: boolean): ParsedFilter {
  if (typeof value !== 'string') throw eachError(place, isNamed)
  return { kind: 'compare', comparison: { shape: 'value', operator: '$eq', value } }
}

/** `isNamed`: the place is that of the attribute, so that only the values are missing. */
function eachError(place: FilterPlace, isNamed: boolean): Error {
  const expected = isNamed
    ? `a list of values: ${place.at}[0]=…`
    : `one attribute and a list of values: ${place.at}[attribute][0]=…`
  return shapeError(place, `takes ${expected}`)
}

function parseCount(value: RawValue, place: FilterPlace, parse: ParseOperand): ParsedFilter {
  if (!isRawObject(value) || !Object.hasOwn(value, COUNTED)) {
    return { kind: 'counted', item: parse(value, place), of: null }
  }
  const { [COUNTED]: of = null, ...comparisons } = value
  if (Object.keys(comparisons).length === 0) {
    throw shapeError(place, `takes a comparison beside ${COUNTED}: ${place.at}[$gte]=…`)
  }
  return { kind: 'counted', item: parse(comparisons, place), of: parseRows(of, below(place, COUNTED), parse) }
}
