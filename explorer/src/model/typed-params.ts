/** Params with numbers and booleans where the type has them: in a query string, all values are strings. */

import { isRawObject, type RawObject, type RawValue } from '../../../src/request/raw-params.ts'
import { attributeOf, type DescribedAttribute, type Description } from './schema.ts'
import { asBoolean, asNumber, asScalar, mapTexts, mapValues, type Typed } from './typed.ts'
import { typedFilters } from './typed-filters.ts'

export function typedParams(params: RawObject, uid: string, description: Description): Typed {
  const entries = Object.entries(params).map(([key, value]): [string, Typed] => {
    switch (key) {
      case 'filters':
        return [key, typedFilters(value, uid, description)]
      case 'populate':
        return [key, typedPopulate(value, uid, description)]
      case 'pagination':
        return [key, mapTexts(value, (text, name) => (CURSORS.has(name) ? text : asScalar(text)))]
      case 'having':
        return [key, mapTexts(value, asScalar)]
      case '_q':
        return [key, mapTexts(value, (text, name) => (name === 'prefix' ? asBoolean(text) : text))]
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

/** Strings, even if they consist of digits. */
const CURSORS: ReadonlySet<string> = new Set(['after', 'before'])

function typedOptions(value: RawValue, uid: string | undefined, description: Description): Typed {
  if (value === 'true' || value === 'false') return value === 'true'
  return uid !== undefined && isRawObject(value) ? typedParams(value, uid, description) : value
}

function typedPopulate(value: RawValue, uid: string, description: Description): Typed {
  return mapValues(value, (item, name) => {
    if (name === '**') return typedLevels(item)
    const attribute = attributeOf(description, uid, name)
    return typedOptions(item, attribute === undefined ? undefined : targetOf(attribute, uid), description)
  })
}

/** The client wants a number, which is this one where a request has none. */
const DEFAULT_LEVELS = 2

function typedLevels(value: RawValue): Typed {
  return value === 'true' ? DEFAULT_LEVELS : mapTexts(value, asNumber)
}

/** The options of a dynamic zone name their models themselves. */
function targetOf(attribute: DescribedAttribute, owner: string): string {
  return 'target' in attribute ? attribute.target : owner
}
