/** Params with numbers and booleans where the type has them: a query string has texts alone. */

import type { RawObject, RawValue } from '../../../src/request/raw-params.ts'
import { isComparison, takes } from '../../../src/vocabulary/operators.ts'
import { type ValueKind, valueKind } from '../../../src/vocabulary/scalar-types.ts'
import { attributeOf, type DescribedAttribute, type Description } from './schema.ts'

export type Typed = RawValue | number | boolean | readonly Typed[] | { readonly [key: string]: Typed }

export function typedParams(params: RawObject, uid: string, description: Description): Typed {
  const entries = Object.entries(params).map(([key, value]): [string, Typed] => {
    switch (key) {
      case 'filters':
        return [key, typedFilters(value, uid, description)]
      case 'populate':
        return [key, typedPopulate(value, uid, description)]
      case 'pagination':
        return [key, mapTexts(value, (text) => (/^\d+$/.test(text) ? Number(text) : asBoolean(text)))]
      case 'count':
        return [key, mapTexts(value, asBoolean)]
      case 'on':
        return [key, mapValues(value, (item, target) => typedOptions(item, target, description))]
      default:
        return [key, value]
    }
  })
  return Object.fromEntries(entries)
}

function typedOptions(value: RawValue, uid: string | undefined, description: Description): Typed {
  if (value === 'true' || value === 'false') return value === 'true'
  return uid !== undefined && isObject(value) ? typedParams(value, uid, description) : value
}

function typedPopulate(value: RawValue, uid: string, description: Description): Typed {
  return mapValues(value, (item, name) => {
    const attribute = attributeOf(description, uid, name)
    return typedOptions(item, attribute === undefined ? undefined : targetOf(attribute, uid), description)
  })
}

/** The options of a dynamic zone name their models themselves. */
function targetOf(attribute: DescribedAttribute, owner: string): string {
  return 'target' in attribute ? attribute.target : owner
}

function typedFilters(value: RawValue, uid: string, description: Description): Typed {
  if (Array.isArray(value)) return value.map((item: RawValue) => typedFilters(item, uid, description))
  return mapValues(value, (item, key) => {
    if (key.startsWith('$')) return typedFilters(item, uid, description)
    const attribute = attributeOf(description, uid, key)
    if (attribute === undefined || attribute.kind === 'scalar') return mapTexts(item, castFor(attribute))
    return 'target' in attribute ? typedFilters(item, attribute.target, description) : item
  })
}

const NUMBERS: readonly ValueKind[] = ['id', 'integer', 'number']

function castFor(attribute: DescribedAttribute | undefined): (text: string, key: string) => Typed {
  return (text, key) => {
    if (isComparison(key) && takes(key, 'flag')) return asBoolean(text)
    if (attribute?.kind !== 'scalar') return text
    if (attribute.type === 'boolean') return asBoolean(text)
    const isNumber = NUMBERS.includes(valueKind(attribute.type)) && String(Number(text)) === text
    return isNumber ? Number(text) : text
  }
}

function asBoolean(text: string): Typed {
  return text === 'true' ? true : text === 'false' ? false : text
}

function mapTexts(value: RawValue, map: (text: string, key: string) => Typed, key = ''): Typed {
  if (typeof value === 'string') return map(value, key)
  if (Array.isArray(value)) return value.map((item: RawValue) => mapTexts(item, map, key))
  return mapValues(value, (item, inner) => mapTexts(item, map, inner))
}

function mapValues(value: RawValue, map: (item: RawValue, key: string) => Typed): Typed {
  if (!isObject(value)) return value
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, map(item, key)]))
}

function isObject(value: RawValue): value is RawObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
