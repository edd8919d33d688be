/**
 * Rows beyond a position in a sorted list, which is a value for each key. With the keys k0, k1 and the id, ascending:
 *
 *   k0 > ? or (k0 = ? and (k1 > ? or (k1 = ? and id > ?)))
 *
 * Nulls come before all values or after them, as in the order. No database uses an index to start at the position for such
 * a condition, but all do for each of its parts. The parts have no rows in common, so a page is cut from the first rows of
 * each:
 *
 *   k0 = ? and (k1 > ? or …)      k0 > ?      k0 is null
 */

import type { ColumnKind, OrderKey } from '../plan/read-plan.ts'
import type { Dialect } from './dialect.ts'
import { join, type Sql, sql } from './sql.ts'

/** A key in the order in which the rows are read, with the value that it has at the position. */
export interface KeyAt {
  readonly key: OrderKey
  readonly sql: Sql
  /** Null for null. */
  readonly value: Sql | null
}

/** The parts of the condition, by the first key. */
export function beyondInParts([first, ...rest]: readonly KeyAt[], dialect: Dialect): readonly Sql[] {
  if (first === undefined) return []
  const tie = rest.length === 0 ? [] : [sql`${equal(first)} and ${beyond(rest, dialect)}`]
  return [...tie, ...further(first, dialect)]
}

export function beyond(keys: readonly KeyAt[], dialect: Dialect): Sql {
  const parts = beyondInParts(keys, dialect)
  return parts.length === 0 ? sql`1 = 0` : sql`(${join(parts, ' or ')})`
}

function equal({ sql: key, value }: KeyAt): Sql {
  return value === null ? sql`${key} is null` : sql`${key} = ${value}`
}

/** Conditions for what comes after all rows with the same value. */
function further({ key, sql: own, value }: KeyAt, dialect: Dialect): readonly Sql[] {
  const nullsFirst = hasNullsFirst(key, dialect)
  if (value === null) return nullsFirst ? [sql`${own} is not null`] : []
  const beyondValue = key.direction === 'asc' ? sql`${own} > ${value}` : sql`${own} < ${value}`
  return nullsFirst || isNeverNull(key) ? [beyondValue] : [beyondValue, sql`${own} is null`]
}

function hasNullsFirst({ direction, nulls }: OrderKey, { sortKeys }: Dialect): boolean {
  return nulls === null ? (direction === 'asc') === sortKeys.nullsFirst : nulls === 'first'
}

function isNeverNull({ through, value }: OrderKey): boolean {
  return through.length === 0 && (value.kind === 'column' ? value.column.kind === 'id' : value.kind !== 'folded')
}

/** The order in which rows are read towards the beginning of the list. */
export function reversed(order: readonly OrderKey[]): readonly OrderKey[] {
  return order.map((key) => ({
    ...key,
    direction: key.direction === 'asc' ? 'desc' : 'asc',
    nulls: key.nulls === null ? null : key.nulls === 'first' ? 'last' : 'first',
  }))
}

export function keyKind({ value }: OrderKey): ColumnKind {
  if (value.kind === 'folded') return 'text'
  if (value.kind === 'score') return 'float'
  return value.kind === 'column' ? value.column.kind : 'bigint'
}
