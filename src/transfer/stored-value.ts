/** A value as the API shows it → as its column holds it. Undefined where the attribute's type cannot hold it. */

import { infiniteNumberIn } from '../config/infinite-number.ts'
import { jsonDepth } from '../config/json-depth.ts'
import { jsonIn } from '../config/json-in.ts'
import type { Value } from '../plan/read-plan.ts'
import type { ScalarType } from '../schema/schema.ts'
import { readDate, readTime } from '../validate/read-moment.ts'
import type { Reading } from '../validate/reading.ts'
import { valueKind } from '../vocabulary/scalar-types.ts'

export function storedValue(value: unknown, type: ScalarType): Value | undefined {
  if (value === null || value === undefined) return null
  switch (valueKind(type)) {
    case 'id':
    case 'integer':
      return wholeNumber(value)
    case 'bigint':
      return bigInteger(value)
    case 'number':
      return decimalNumber(value)
    case 'boolean':
      return boolean(value)
    case 'date':
      return readAsText(readDate(value))
    case 'time':
      return typeof value === 'string' ? time(value) : undefined
    case 'moment':
      return moment(value)
    case 'json':
      return jsonText(value)
    case 'text':
    case 'choice':
      return text(value)
  }
}

function text(value: unknown): string | undefined {
  if (typeof value === 'string') return value
  return typeof value === 'number' || typeof value === 'boolean' ? String(value) : undefined
}

function wholeNumber(value: unknown): number | undefined {
  const number = decimalNumber(value)
  return Number.isSafeInteger(number) ? number : undefined
}

function decimalNumber(value: unknown): number | undefined {
  if (typeof value === 'number') return Number.isFinite(value) ? value : undefined
  if (typeof value !== 'string' || value.trim() === '') return undefined
  const number = Number(value)
  return Number.isFinite(number) ? number : undefined
}

/** Archives have them as texts, with all their digits. */
function bigInteger(value: unknown): bigint | undefined {
  const digits = text(value) ?? ''
  if (!/^-?\d+$/.test(digits)) return undefined
  const number = BigInt(digits)
  return BigInt.asIntN(64, number) === number ? number : undefined
}

function boolean(value: unknown): boolean | undefined {
  if (value === true || value === 1 || value === '1') return true
  return value === false || value === 0 || value === '0' ? false : undefined
}

/** With three decimals, even if the exporting database had more. */
const time = (value: string): string | undefined => readAsText(readTime(value.replace(/(\.\d{3})\d+$/, '$1')))

function readAsText(reading: Reading): string | undefined {
  return 'value' in reading && typeof reading.value === 'string' ? reading.value : undefined
}

/** Datetimes are ISO texts, timestamps texts of milliseconds. */
function moment(value: unknown): number | undefined {
  if (typeof value !== 'string' && typeof value !== 'number') return undefined
  const milliseconds = /^-?\d+$/.test(String(value)) ? Number(value) : Date.parse(String(value))
  return Number.isNaN(milliseconds) ? undefined : milliseconds
}

/**
 * Stored JSON is parsed when it is read, and a text found inside once more; one that is no JSON then stays as it is
 * stored. So a text that looks like a JSON string was stored as it is, and any other must be encoded twice to be read back
 * unchanged.
 */
function jsonText(value: unknown): string | undefined {
  if (typeof value === 'string') return isJsonText(value) ? value : JSON.stringify(JSON.stringify(value))
  const text = JSON.stringify(value)
  const isDeep = text.length > 2 * MOST_LEVELS && jsonDepth(text) > MOST_LEVELS
  return isDeep || infiniteNumberIn(value) !== null ? undefined : text
}

/** SQLite takes what is nested more deeply for a text that is not JSON. */
const MOST_LEVELS = 1000

/** A JSON text whose inside is no JSON: `"abc"`, with its quotes. */
function isJsonText(value: string): boolean {
  const inner = jsonIn(value)
  return typeof inner === 'string' && jsonIn(inner) === undefined
}
