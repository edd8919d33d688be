/**
 * The table of row counts by content type, version and locale, in databases that Lectern made. Each dialect has
 * its own way of keeping it right; `entries` is null where that was not possible, and the rows must be counted.
 */

import type { VersionRows } from '../plan/version-rows.ts'
import { bind, join, literal, name, type Sql, sql } from './sql.ts'

export const COUNT_TABLE = 'lectern_counts'

/**
 * The stored row count of a table: an expression that is null where rows must be counted; null for tables without stored
 * counts.
 */
export type StoredCount = (table: string, rows: VersionRows) => Sql | null

/** Assumes that the table's counts are stored. Rows without a locale are those of ''. */
export function sumOfCounts(table: string, { published, locales }: VersionRows): Sql {
  const where = [
    sql`${name('table_name')} = ${literal(table)}`,
    ...(published === null ? [] : [published ? sql`${name('published')} = 1` : sql`${name('published')} = 0`]),
    ...(locales === null ? [] : [sql`${name('locale')} in (${join(locales.map(bind), ', ')})`]),
  ]
  const entries = name('entries')
  return sql`select case when count(${entries}) = count(*) then coalesce(sum(${entries}), 0) end from ${name(COUNT_TABLE)} where ${join(where, ' and ')}`
}

/** Names of tables whose rows must be counted again. */
export const lostCounts = sql`select distinct ${name('table_name')} from ${name(COUNT_TABLE)} where ${name('entries')} is null`
