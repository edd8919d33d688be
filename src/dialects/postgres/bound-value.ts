/**
 * Binds values as parameters. Each is cast to the column's type, so that an index on the column is usable. A value that
 * the type cannot hold is compared in a wider type, so that no value makes the statement fail.
 */

import type { ColumnKind, Value } from '../../plan/read-plan.ts'
import { bind, literal, type Sql, sql } from '../../sql/sql.ts'

export function boundValue(value: Value, kind: ColumnKind, timeZone: string | null): Sql {
  if (value === null) return sql`null`
  switch (kind) {
    case 'id':
    case 'integer':
    case 'bigint':
      return wholeNumber(value)
    case 'float':
      return sql`${bind(String(value))}::float8`
    case 'decimal':
      return sql`${bind(String(value))}::numeric`
    case 'boolean':
      return sql`${bind(String(value))}::boolean`
    case 'date':
      return sql`${bind(day(String(value)))}::date`
    case 'time':
      return sql`${bind(String(value))}::time`
    case 'datetime':
    case 'timestamp':
      return moment(Number(value), timeZone)
    case 'json':
      return sql`${bind(storableJson(String(value)))}::jsonb`
    case 'text':
      return sql`${bind(String(value))}::text`
  }
}

const INT64_MAX = 2n ** 63n - 1n
const INT64_MIN = -(2n ** 63n)

/** 1.5 and numbers beyond 64 bits are compared with an integer column as `numeric`. */
function wholeNumber(value: Exclude<Value, null>): Sql {
  const text = String(value)
  const isWhole = typeof value === 'bigint' ? value >= INT64_MIN && value <= INT64_MAX : Number.isSafeInteger(value)
  return isWhole ? sql`${bind(text)}::bigint` : sql`${bind(text)}::numeric`
}

/** PostgreSQL has no year 0: compares with a date before all stored ones. */
function day(text: string): string {
  return text.startsWith('0000') ? '-infinity' : text
}

const YEAR_1 = Date.parse('0001-01-01T00:00:00Z')
/** The last time of a JavaScript Date, in the year 275760. */
const LAST_MOMENT = 8.64e15

/** Milliseconds as wall-clock time of the time zone in which datetimes are stored. */
function moment(milliseconds: number, timeZone: string | null): Sql {
  const value = bind(momentText(milliseconds))
  return timeZone === null ? sql`${value}::timestamp` : sql`(${value}::timestamptz at time zone ${literal(timeZone)})`
}

function momentText(milliseconds: number): string {
  if (milliseconds < YEAR_1) return '-infinity'
  if (milliseconds > LAST_MOMENT) return 'infinity'
  // PostgreSQL writes `20244-01-01` for JavaScript's `+020244-01-01`.
  return new Date(milliseconds).toISOString().replace(/^\+0*/, '')
}

/** Numbers with huge exponents, such as `1e200000`, would fail in jsonb: they become what JavaScript makes of them. */
function storableJson(text: string): string {
  return /[0-9]e[-+]?[0-9]{4}/i.test(text) ? JSON.stringify(JSON.parse(text)) : text
}
