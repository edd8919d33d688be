/** Nested params → a query string, as readable as a URL may be. */

import type { RawObject, RawValue } from '../../../src/request/raw-params.ts'

export function writeParams(params: RawObject): string {
  return Object.entries(params)
    .flatMap(([key, value]) => pairs(encodeText(key), value))
    .join('&')
}

function pairs(place: string, value: RawValue): readonly string[] {
  if (value === null) return [place]
  if (typeof value === 'string') return [`${place}=${encodeText(value)}`]
  const inside = Array.isArray(value) ? value.map((item, index) => [String(index), item] as const) : entriesOf(value)
  return inside.flatMap(([key, item]) => pairs(`${place}[${encodeText(key)}]`, item))
}

function entriesOf(value: RawValue): readonly (readonly [string, RawValue])[] {
  return Object.entries(value as RawObject)
}

/** Characters that need no encoding in a query string, and are easier to read without it. */
const HARMLESS = /%(?:24|2C|3A|2F|40|3B)/g

function encodeText(text: string): string {
  return encodeURIComponent(text.replaceAll(/\p{Surrogate}/gu, '\ufffd')).replace(HARMLESS, (code) =>
    decodeURIComponent(code),
  )
}
