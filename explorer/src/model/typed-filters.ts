/** Filters with numbers and booleans where the type has them. */

import type { RawValue } from '../../../src/request/raw-params.ts'
import { isComparison, isOf, OPERATORS, takes } from '../../../src/vocabulary/operators.ts'
import { COUNT, COUNTED } from '../../../src/vocabulary/quantifiers.ts'
import { type ValueKind, valueKind } from '../../../src/vocabulary/scalar-types.ts'
import { attributeOf, type DescribedAttribute, type Description } from './schema.ts'
import { asBoolean, asNumber, asScalar, mapTexts, mapValues, type Typed } from './typed.ts'

/** Filters on entries of a type. A value without an attribute compares the id of the entry itself. */
export function typedFilters(value: RawValue, uid: string, description: Description): Typed {
  if (typeof value === 'string') return asNumber(value)
  if (Array.isArray(value)) return value.map((item: RawValue) => typedFilters(item, uid, description))
  return mapValues(value, (item, key) => {
    if (key === COUNT) return typedCount(item, (of) => typedFilters(of, uid, description))
    if (isFlag(key)) return mapTexts(item, asBoolean)
    if (key.startsWith('$')) return typedFilters(item, uid, description)
    const attribute = attributeOf(description, uid, key)
    if (attribute === undefined || attribute.kind === 'scalar') return mapTexts(item, castFor(attribute))
    return 'target' in attribute ? typedFilters(item, attribute.target, description) : typedItems(item, description)
  })
}

/** Filters on the items of a dynamic zone, or of a relation to any type. */
function typedItems(value: RawValue, description: Description): Typed {
  if (Array.isArray(value)) return value.map((item: RawValue) => typedItems(item, description))
  return mapValues(value, (item, key) => {
    if (key === 'on')
      return mapValues(item, (arm, uid) => (arm === 'true' ? true : typedFilters(arm, uid, description)))
    if (key === COUNT) return typedCount(item, (of) => typedItems(of, description))
    if (isFlag(key)) return mapTexts(item, asBoolean)
    return key.startsWith('$') ? typedItems(item, description) : item
  })
}

function typedCount(value: RawValue, typed: (of: RawValue) => Typed): Typed {
  if (typeof value === 'string') return asNumber(value)
  return mapValues(value, (item, key) => (key === COUNTED ? typed(item) : mapTexts(item, asNumber)))
}

function isFlag(key: string): boolean {
  return isComparison(key) && takes(key, 'flag')
}

function isTextual(key: string): boolean {
  return isComparison(key) && isOf(OPERATORS[key].test, 'text')
}

const NUMBERS: readonly ValueKind[] = ['id', 'integer', 'number']

function castFor(attribute: DescribedAttribute | undefined): (text: string, key: string) => Typed {
  return (text, key) => {
    if (isFlag(key)) return asBoolean(text)
    if (attribute?.kind !== 'scalar' || isTextual(key)) return text
    const kind = valueKind(attribute.type)
    if (kind === 'boolean') return asBoolean(text)
    // A document is compared with its JSON.
    if (kind === 'json') return asScalar(text)
    return NUMBERS.includes(kind) ? asNumber(text) : text
  }
}
