/** A value of a body → the form it is stored in. Types are not bent: `"1"` is no number. */

import type { ScalarType } from '../schema/schema.ts'
import { readDate, readDatetime, readTime } from './read-moment.ts'
import { readBigInteger, readDecimal, readFloat, readInteger } from './read-number.ts'
import { type Reading, readAs, wrong } from './reading.ts'
import { wrongType } from './wrong-type.ts'

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
  json: readJson,
  blocks: readList,
}

function readText(value: unknown): Reading {
  return typeof value === 'string' ? readAs(value) : wrong(wrongType('string', value))
}

function readBoolean(value: unknown): Reading {
  return typeof value === 'boolean' ? readAs(value) : wrong(wrongType('boolean', value))
}

function readJson(value: unknown): Reading {
  return readAs(JSON.stringify(value))
}

function readList(value: unknown): Reading {
  return Array.isArray(value) ? readJson(value) : wrong(wrongType('array', value))
}
