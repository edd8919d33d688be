/**
 * Triggers that count the changes of each table, whichever program writes. A count grows by a random number: if a file
 * is restored from a backup and then written to, its count must not equal an earlier one.
 */

import { literal, name, type Sql, sql } from '../../sql/sql.ts'
import type { RowNotes } from '../../tables/table-roles.ts'
import { createNotes, notedTables, noteRows } from './noted-rows.ts'
import { countChange, REVISION_TABLE } from './revision-counts.ts'

const EVENTS = { insert: sql`insert`, update: sql`update`, delete: sql`delete` } as const
const PREFIX = 'lectern_revision'

/** Tables that have all their triggers. */
const trackedTables: Sql = sql`select tbl_name from sqlite_master where type = 'trigger' and name like 'lectern\\_revision\\_%' escape '\\' group by tbl_name having count(*) = 3`

/** The same with the signatures of their notes, which are empty for tables without notes. */
export const trackedRows: Sql = sql`select t.tbl_name, ifnull(n.signature, '') as signature from (${trackedTables}) as t left join (${notedTables}) as n on n.tbl_name = t.tbl_name`

export const createTracking: readonly Sql[] = [
  sql`create table if not exists ${name(REVISION_TABLE)} (${name('table_name')} text primary key not null, ${name('revision')} integer not null) without rowid`,
  ...createNotes,
]

/** Also counts one change, for writes before the triggers existed. */
export function trackTable(table: string, notes: RowNotes | null): readonly Sql[] {
  const count = countChange(literal(table))
  const triggers = Object.entries(EVENTS).map(
    ([event, after]) =>
      sql`create trigger if not exists ${name(`${PREFIX}_${event}_${table}`)} after ${after} on ${name(table)} begin ${count}; end`,
  )
  return [...triggers, count, ...(notes === null ? [] : noteRows(table, notes))]
}
