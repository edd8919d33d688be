/** Texts of a query string → typed values for code. */

import { isRawObject, type RawValue } from '../../../src/request/raw-params.ts'

export type Typed = RawValue | number | boolean | readonly Typed[] | { readonly [key: string]: Typed }

export function asBoolean(text: string): Typed {
  return text === 'true' ? true : text === 'false' ? false : text
}

/** A number, if it is written in the usual form: `007` stays a text. */
export function asNumber(text: string): Typed {
  return String(Number(text)) === text && text !== 'NaN' && !text.endsWith('Infinity') ? Number(text) : text
}

export function asScalar(text: string): Typed {
  const number = asNumber(text)
  return typeof number === 'number' ? number : asBoolean(text)
}

/** `key`: the nearest name around the text. */
export function mapTexts(value: RawValue, map: (text: string, key: string) => Typed, key = ''): Typed {
  if (typeof value === 'string') return map(value, key)
  if (Array.isArray(value)) return value.map((item: RawValue) => mapTexts(item, map, key))
  return mapValues(value, (item, inner) => mapTexts(item, map, inner))
}

export function mapValues(value: RawValue, map: (item: RawValue, key: string) => Typed): Typed {
  if (!isRawObject(value)) return value
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, map(item, key)]))
}
