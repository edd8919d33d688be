/**
 * Sums as texts of decimal digits. SQLite rounds when it adds floats, and fails if integers exceed 64 bits. Integers
 * are added as two halves inside the engine, other numbers by a JavaScript function.
 */

import type BetterSqlite3 from 'better-sqlite3'
import type { ColumnKind } from '../../plan/read-plan.ts'
import { type ExactSums, QUOTIENT_DIGITS } from '../../sql/exact-sums.ts'
import { type Sql, sql } from '../../sql/sql.ts'
import { addDecimal, type Decimal, decimalOf, decimalText, divideDecimal, ZERO } from './decimal.ts'

export const sqliteSums: ExactSums = {
  sum,
  shownSum: (total, kind) => (kind === 'bigint' ? total : sql`json(${total})`),
  comparableSum: (total) => sql`lectern_number(${total})`,
  average: (column, kind) => sql`lectern_average(${sum(column, kind)}, count(${column}))`,
  shownAverage: (average) => sql`json(lectern_number_text(${average}))`,
}

function sum(column: Sql, kind: ColumnKind): Sql {
  if (kind !== 'integer' && kind !== 'bigint') return sql`lectern_sum(${column})`
  return sql`lectern_whole_sum(sum(${column} >> 32), sum(${column} & 4294967295))`
}

const OPTIONS = { deterministic: true } as const
const HALF = 32n
const INT64 = 2n ** 63n

export function addExactSums(connection: BetterSqlite3.Database): void {
  connection.aggregate('lectern_sum', {
    ...OPTIONS,
    start: (): Decimal | null => null,
    step: (total: Decimal | null, value: unknown) =>
      typeof value === 'number' && Number.isFinite(value) ? addDecimal(total ?? ZERO, value) : total,
    result: (total: Decimal | null) => (total === null ? null : decimalText(total)),
  })
  const whole = { ...OPTIONS, safeIntegers: true }
  connection.function('lectern_whole_sum', whole, (high: unknown, low: unknown) =>
    typeof high === 'bigint' && typeof low === 'bigint' ? String((high << HALF) + low) : null,
  )
  connection.function('lectern_number', OPTIONS, (total: unknown) => (typeof total === 'string' ? number(total) : null))
  connection.function('lectern_average', OPTIONS, (total: unknown, count: unknown) =>
    typeof total === 'string' ? average(total, BigInt(count as number)) : null,
  )
}

/** An integer if it fits into 64 bits, otherwise the nearest float. */
function number(digits: string): bigint | number {
  const whole = /^-?\d+$/.test(digits) ? BigInt(digits) : null
  return whole !== null && whole >= -INT64 && whole < INT64 ? whole : finite(Number(digits))
}

function finite(value: number): number {
  return Math.max(-Number.MAX_VALUE, Math.min(Number.MAX_VALUE, value))
}

/** Null for an average beyond the range of a double, as on PostgreSQL. */
function average(total: string, count: bigint): number | null {
  const nearest = Number(decimalText(divideDecimal(decimalOf(total), count, QUOTIENT_DIGITS)))
  return Number.isFinite(nearest) ? nearest : null
}
