/**
 * Triggers that maintain the row count of a table, by version and locale, whichever program writes. Totals are then
 * looked up instead of counted. A count is used only if the table has its triggers: programs that rebuild a table drop
 * them.
 */

import type { Row } from '../../execute/database.ts'
import { integer, join, literal, name, type Sql, sql } from '../../sql/sql.ts'
import type { Statement } from '../../sql/statement.ts'
import { type StoredCount, sumOfCounts } from '../../sql/stored-counts.ts'

export const createCounting: readonly Sql[] = [
  sql`create table if not exists "lectern_counts" ("table_name" text not null, "published" integer not null, "locale" text not null, "entries" integer, primary key ("table_name", "published", "locale")) without rowid`,
]

/** Counts the rows again even if triggers exist: changes without them were not counted. */
export function countTable(table: string): readonly Sql[] {
  const rows = sql`select ${literal(table)}, "published_at" is not null, ifnull("locale", ''), count(*) from ${name(table)} group by 2, 3`
  return [
    sql`delete from "lectern_counts" where "table_name" = ${literal(table)}`,
    sql`insert into "lectern_counts" ${rows}`,
    ...triggersOf(table),
  ]
}

/** Tables that have all their triggers. */
export const countedTables = sql`select tbl_name from sqlite_master where type = 'trigger' and name glob 'lectern_count_*' group by tbl_name having count(*) = 4`

/**
 * Rows of the triggers in the schema table, for `storedCounts`. Triggers are dropped together, so one per table is
 * enough.
 */
export const countTriggers: Statement = {
  text: "select tbl_name, rowid from sqlite_master where type = 'trigger' and name glob 'lectern_count_insert_*'",
  values: [],
}

/**
 * A trigger is checked only at its known position in the schema table. If that has changed, for example after VACUUM,
 * rows are counted.
 */
export function storedCounts(triggers: readonly Row[]): StoredCount | null {
  const places = new Map(triggers.map(([table, place]) => [String(table), Number(place)]))
  if (places.size === 0) return null
  return (table, rows) => {
    const place = places.get(table)
    if (place === undefined) return null
    const isThere = sql`exists (select 1 from sqlite_master where rowid = ${integer(place)} and name = ${literal(triggerName('insert', table))} and tbl_name = ${literal(table)})`
    return sql`case when ${isThere} then (${sumOfCounts(table, rows)}) end`
  }
}

const triggerName = (event: string, table: string): string => `lectern_count_${event}_${table}`

function triggersOf(table: string): readonly Sql[] {
  const on = sql`on ${name(table)}`
  const trigger = (event: string, when: Sql, body: readonly Sql[]) =>
    sql`create trigger if not exists ${name(triggerName(event, table))} ${when} begin ${join(body, '; ')}; end`
  const moves = sql`old."locale" is not new."locale" or (old."published_at" is null) <> (new."published_at" is null)`
  const [before, after] = [groupOf(table, sql`old`), groupOf(table, sql`new`)]
  return [
    trigger('insert', sql`after insert ${on}`, after.oneMore),
    trigger('delete', sql`after delete ${on}`, before.oneLess),
    trigger('update', sql`after update of "locale", "published_at" ${on} when ${moves}`, [
      ...before.oneLess,
      ...after.oneMore,
    ]),
    // REPLACE deletes the old row without firing the delete trigger: mark the count as unknown.
    trigger('replace', sql`before insert ${on} when exists (select 1 from ${name(table)} where "id" = new."id")`, [
      sql`update "lectern_counts" set "entries" = null where "table_name" = ${literal(table)}`,
    ]),
  ]
}

/** Without `on conflict`: the conflict clause of the statement that fires a trigger would override it. */
function groupOf(table: string, row: Sql) {
  const published = sql`(${row}."published_at" is not null)`
  const locale = sql`ifnull(${row}."locale", '')`
  const where = sql`"table_name" = ${literal(table)} and "published" = ${published} and "locale" = ${locale}`
  const change = (by: Sql) => sql`update "lectern_counts" set "entries" = "entries" ${by} where ${where}`
  const begin = sql`insert into "lectern_counts" select ${literal(table)}, ${published}, ${locale}, 0 where not exists (select 1 from "lectern_counts" where ${where})`
  return { oneMore: [begin, change(sql`+ 1`)], oneLess: [change(sql`- 1`)] }
}
