/**
 * Triggers that count the changes of each table, by any program. A count grows by a random amount: a file that was
 * restored from a backup and then written to must not reach a count that once meant something else.
 */

import { literal, name, type Sql, sql } from '../../sql/sql.ts'

export const REVISION_TABLE = 'lectern_revisions'

const EVENTS = { insert: sql`insert`, update: sql`update`, delete: sql`delete` } as const
const PREFIX = 'lectern_revision'

/** Names of tables that have all their triggers. */
export const trackedTables: Sql = sql`select tbl_name from sqlite_master where type = 'trigger' and name like 'lectern\\_revision\\_%' escape '\\' group by tbl_name having count(*) = 3`

export const createTracking: readonly Sql[] = [
  sql`create table if not exists ${name(REVISION_TABLE)} (${name('table_name')} text primary key not null, ${name('revision')} integer not null) without rowid`,
]

/** Also counts one change, for those that were made without the triggers. */
export function trackTable(table: string): readonly Sql[] {
  const count = countChange(table)
  const triggers = Object.entries(EVENTS).map(
    ([event, after]) =>
      sql`create trigger if not exists ${name(`${PREFIX}_${event}_${table}`)} after ${after} on ${name(table)} begin ${count}; end`,
  )
  return [...triggers, count]
}

function countChange(table: string): Sql {
  const revision = name('revision')
  return sql`insert into ${name(REVISION_TABLE)} (${name('table_name')}, ${revision}) values (${literal(table)}, 1 + abs(random() % 1000000)) on conflict (${name('table_name')}) do update set ${revision} = ${revision} + excluded.${revision}`
}
