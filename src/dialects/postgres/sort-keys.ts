/** Sort values as texts that the server can read back, including microseconds and all digits of numbers. */

import type { ColumnKind } from '../../plan/read-plan.ts'
import type { SortKeys } from '../../sql/dialect.ts'
import { bind, integer, join, type Sql, sql } from '../../sql/sql.ts'
import { boundValue } from './bound-value.ts'

export const postgresSortKeys: SortKeys = {
  nullsFirst: false,
  text: keyText,
  value: (text, kind) => (isKeyText(text, kind) ? keyValue(text, kind) : null),
  list: (texts) => sql`json_build_array(${join(texts, ', ')})::text`,
}

function keyText(value: Sql, kind: ColumnKind, longest: number): Sql {
  switch (kind) {
    case 'text':
    case 'json':
      return sql`left(${value}::text, ${integer(longest)})`
    case 'date':
    case 'datetime':
    case 'timestamp':
      // A cast to text would format dates by the setting DateStyle.
      return sql`to_json(${value}) #>> '{}'`
    default:
      return sql`${value}::text`
  }
}

function keyValue(text: string, kind: ColumnKind): Sql {
  switch (kind) {
    case 'id':
    case 'integer':
    case 'bigint':
      return boundValue(BigInt(text), kind, null)
    case 'datetime':
    case 'timestamp':
      return sql`${bind(text)}::timestamp`
    default:
      return boundValue(text, kind, null)
  }
}

/** Whether the server can read the text. Cursors may be forged, and no value may make the statement fail. */
function isKeyText(text: string, kind: ColumnKind): boolean {
  switch (kind) {
    case 'id':
    case 'integer':
    case 'bigint':
      return /^-?\d{1,19}$/.test(text)
    case 'float':
      return isFloat(text)
    case 'decimal':
      // The server's limits for numbers: 131,072 digits before the point and 16,383 after it.
      return /^(?:-?\d{1,131072}(?:\.\d{1,16383})?|NaN)$/.test(text)
    case 'boolean':
      return text === 'true' || text === 'false'
    case 'date':
      return isEndless(text) || isDay(text)
    case 'time':
      return TIME.test(text)
    case 'datetime':
    case 'timestamp':
      return isEndless(text) || isMoment(text)
    case 'json':
      return isJson(text)
    case 'text':
      return isStorable(text)
  }
}

/** The server refuses numbers that are too small or too large for a double. */
function isFloat(text: string): boolean {
  if (/^(?:NaN|-?Infinity)$/.test(text)) return true
  const isZero = /^-?0(?:\.0+)?$/.test(text)
  const isNumber = /^-?\d+(?:\.\d+)?(?:e[+-]\d+)?$/.test(text)
  return isNumber && Number.isFinite(Number(text)) && (isZero || Number(text) !== 0)
}

const isEndless = (text: string): boolean => text === 'infinity' || text === '-infinity'

const TIME = /^(?:(?:[01]\d|2[0-3]):[0-5]\d:[0-5]\d(?:\.\d{1,6})?|24:00:00)$/
const DAY = /^(\d{4,6})-(\d\d)-(\d\d)( BC)?$/
const MOMENT = /^(\d{4,6}-\d\d-\d\d)T([\d:.]+)( BC)?$/

const FIRST_YEAR = -4_712
const LAST_YEAR = 270_000

function isDay(text: string): boolean {
  const [, year = '', month, day, bc] = DAY.exec(text) ?? []
  if (Number(year) === 0) return false
  const signed = bc === undefined ? Number(year) : 1 - Number(year)
  const date = new Date(0)
  date.setUTCFullYear(signed, Number(month) - 1, Number(day))
  const isReal = date.getUTCMonth() === Number(month) - 1 && date.getUTCDate() === Number(day)
  return isReal && signed > FIRST_YEAR && signed < LAST_YEAR
}

function isMoment(text: string): boolean {
  const [, day = '', time = '', bc = ''] = MOMENT.exec(text) ?? []
  return TIME.test(time) && isDay(`${day}${bc}`)
}

function isJson(text: string): boolean {
  try {
    let isFine = true
    JSON.parse(text, (key, value: unknown) => {
      isFine &&= isStorable(key) && (typeof value !== 'string' || isStorable(value))
      return value
    })
    return isFine
  } catch {
    return false
  }
}

const NUL_OR_LONE_SURROGATE = /\0|\p{Surrogate}/u

function isStorable(text: string): boolean {
  return !NUL_OR_LONE_SURROGATE.test(text)
}
