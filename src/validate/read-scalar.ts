/** A value of a body → the form it is stored in. Numbers and booleans may come as text; texts must be texts. */

import { infiniteNumberIn } from '../config/infinite-number.ts'
import { jsonDepth } from '../config/json-depth.ts'
import type { ScalarType } from '../schema/schema.ts'
import { wrongType } from './field-error.ts'
import { readDate, readDatetime, readTime } from './read-moment.ts'
import { readBigInteger, readDecimal, readFloat, readInteger, tooLarge } from './read-number.ts'
import { type Reading, readAs, wrong } from './reading.ts'

export function readScalar(type: ScalarType, value: unknown): Reading {
  return value === null ? readAs(null) : READERS[type](value)
}

const READERS: Record<ScalarType, (value: unknown) => Reading> = {
  id: readInteger,
  string: readText,
  text: readText,
  richtext: readText,
  enumeration: readText,
  email: readText,
  password: readText,
  uid: readText,
  date: readDate,
  time: readTime,
  datetime: readDatetime,
  timestamp: readDatetime,
  integer: readInteger,
  biginteger: readBigInteger,
  float: readFloat,
  decimal: readDecimal,
  boolean: readBoolean,
  array: readList,
  json: readDocument,
  blocks: readList,
}

function readText(value: unknown): Reading {
  return typeof value === 'string' ? readAs(value) : wrong(wrongType('string', value))
}

function readBoolean(value: unknown): Reading {
  // Only these can safely be converted to text: `{"toString": 1}` would throw.
  const isPlain = typeof value === 'boolean' || typeof value === 'string' || typeof value === 'number'
  const truth = isPlain ? BOOLEANS.get(String(value).toLowerCase()) : undefined
  return truth === undefined ? wrong(wrongType('boolean', value)) : readAs(truth)
}

const BOOLEANS: ReadonlyMap<string, boolean> = new Map([
  ['true', true],
  ['1', true],
  ['false', false],
  ['0', false],
])

/** Texts nested more deeply, or with what a database might refuse or round, stay texts. */
const MOST_LEVELS = 100
const UNSAFE = /\\u(?:0000|[dD][89a-fA-F])|\d{16}|[eE]\+?\d{3}/

/**
 * A text with a JSON object or list in it is that value: forms and spreadsheets send it so, and Strapi takes it so. Any
 * other text is encoded twice: encoded once, it would be shown with its quotes, as Strapi shows it.
 */
function readDocument(value: unknown): Reading {
  return readJson(typeof value === 'string' ? (documentIn(value) ?? JSON.stringify(value)) : value)
}

function documentIn(text: string): object | null {
  if (!/^\s*[[{]/.test(text) || UNSAFE.test(text) || jsonDepth(text) > MOST_LEVELS) return null
  try {
    return JSON.parse(text) as object
  } catch {
    return null
  }
}

function readJson(value: unknown): Reading {
  const infinite = infiniteNumberIn(value)
  if (infinite !== null) return wrong(tooLarge(infinite))
  return readAs(JSON.stringify(value))
}

function readList(value: unknown): Reading {
  return Array.isArray(value) ? readJson(value) : wrong(wrongType('array', value))
}
