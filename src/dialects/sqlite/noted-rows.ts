/**
 * Triggers that distinguish changes of published rows from those of drafts. A row of a content type shows by itself
 * whether it is published. For links and components, the triggers note the ids of the owners, and readers look these
 * up. A trigger must not do that itself: it would fail while a program rebuilds the other table, as SQLite's manual
 * advises.
 */

import { integer, join, literal, name, type Sql, sql } from '../../sql/sql.ts'
import { MOST_NOTES } from '../../sql/stored-notes.ts'
import { publishedRowsOf } from '../../tables/published-rows.ts'
import { type NotedColumns, type RowNotes, signatureOf } from '../../tables/table-roles.ts'
import { addTo, countChange, STEP } from './revision-counts.ts'

/** A row that is noted again keeps one note. The number of notes is checked only after every hundredth. */
export const createNotes: readonly Sql[] = [
  sql`create table if not exists "lectern_notes" ("id" integer primary key not null, "table_name" text not null, "near_id" integer not null, "far_id" integer not null, "far_type" text not null, "step" integer not null, unique ("table_name", "near_id", "far_id", "far_type"))`,
  sql`create trigger if not exists "lectern_notes_full" after insert on "lectern_notes" when new."id" % 100 = 0 and (select count(*) from "lectern_notes") > ${MOST_NOTES} begin ${addTo(sql`select "table_name" || ${literal(publishedRowsOf(''))}, sum("step") from "lectern_notes" where true group by 1`)}; delete from "lectern_notes"; end`,
]

const PREFIX = 'lectern_noted'

/** Tables that have all these triggers, and the signature in them. */
export const notedTables: Sql = sql`select tbl_name, min(cast(substr(sql, instr(sql, '/* notes ') + 9) as integer)) as signature from sqlite_master where type = 'trigger' and name like 'lectern\\_noted\\_%' escape '\\' group by tbl_name having count(*) = 4 and min(sql like '%/* notes %')`

/** Replaces triggers that noted other columns. Also counts one change of published rows. */
export function noteRows(table: string, notes: RowNotes): readonly Sql[] {
  const count = countChange(literal(publishedRowsOf(table)))
  const signature = integer(signatureOf(notes))
  const trigger = (event: string, when: Sql, body: readonly Sql[]) => {
    const own = name(`${PREFIX}_${event}_${table}`)
    return [
      sql`drop trigger if exists ${own}`,
      sql`create trigger ${own} ${when} begin /* notes ${signature} */ ${join(body, '; ')}; end`,
    ]
  }
  const on = sql`on ${name(table)}`
  // REPLACE deletes the old row without firing the delete trigger.
  const replaced = sql`before insert ${on} when exists (select 1 from ${name(table)} where "id" = new."id")`
  return [
    ...(notes === 'published_at' ? versionTriggers(on, count) : linkTriggers(on, table, notes)).flatMap(
      ({ event, when, body }) => trigger(event, when, body),
    ),
    ...trigger('replace', replaced, [count]),
    count,
  ]
}

interface Trigger {
  readonly event: string
  readonly when: Sql
  readonly body: readonly Sql[]
}

function versionTriggers(on: Sql, count: Sql): readonly Trigger[] {
  const [before, after] = [sql`old."published_at" is not null`, sql`new."published_at" is not null`]
  return [
    { event: 'insert', when: sql`after insert ${on} when ${after}`, body: [count] },
    { event: 'delete', when: sql`after delete ${on} when ${before}`, body: [count] },
    { event: 'update', when: sql`after update ${on} when ${before} or ${after} or ${MOVED}`, body: [count] },
  ]
}

/** An update of the id may have replaced another row. */
const MOVED = sql`old."id" is not new."id"`

function linkTriggers(on: Sql, table: string, columns: NotedColumns): readonly Trigger[] {
  const [before, after] = [note(table, columns, sql`old`), note(table, columns, sql`new`)]
  const moved = addTo(sql`select ${literal(publishedRowsOf(table))}, ${STEP} where ${MOVED}`)
  return [
    { event: 'insert', when: sql`after insert ${on}`, body: [after] },
    { event: 'delete', when: sql`after delete ${on}`, body: [before] },
    { event: 'update', when: sql`after update ${on}`, body: [before, after, moved] },
  ]
}

function note(table: string, { near, far, type }: NotedColumns, row: Sql): Sql {
  const id = (column: string | null) => (column === null ? sql`0` : sql`ifnull(${row}.${name(column)}, 0)`)
  const farType = type === null ? sql`''` : sql`ifnull(${row}.${name(type)}, '')`
  return sql`insert into "lectern_notes" ("table_name", "near_id", "far_id", "far_type", "step") values (${literal(table)}, ${id(near)}, ${id(far)}, ${farType}, ${STEP}) on conflict ("table_name", "near_id", "far_id", "far_type") do update set "step" = "step" + excluded."step"`
}
