/**
 * A trigger that records each change of a table, whichever program makes it. It only inserts a row and takes no lock,
 * so writers do not wait for each other. A revision is the sum of those rows, and grows when a transaction commits. Now
 * and then one transaction merges old rows. Steps are random: if a database is restored from a backup and then written
 * to, its sum must not equal an earlier one.
 */

import { literal, name, type Sql, sql } from '../../sql/sql.ts'
import { MOST_NOTES } from '../../sql/stored-notes.ts'
import type { RowNotes } from '../../tables/table-roles.ts'
import { createNotes, notedTables, noteRows } from './noted-rows.ts'
import { firingForReplicas, tablesWithTriggers } from './replica-triggers.ts'

/** The merged changes. */
export const REVISION_TABLE = 'lectern_revisions'
/** The changes that are not merged yet. */
export const CHANGE_TABLE = 'lectern_changes'
export const TRIGGER = 'lectern_revision'
/** For rows that no statement trigger sees: `replica-triggers.ts`. */
const ROW_TRIGGER = 'lectern_revision_row'
const TRUNCATE_TRIGGER = 'lectern_revision_truncate'

/** `security definer`: a role that writes to a table needs no privilege on these two. */
const noteChange = sql`create or replace function lectern_note_change() returns trigger language plpgsql security definer set search_path = pg_catalog, pg_temp as $body$
begin
  execute format('insert into %I.lectern_changes (table_name, step) values ($1, $2)', TG_TABLE_SCHEMA)
    using TG_TABLE_NAME, 1 + floor(random() * 1000000)::bigint;
  -- Replicated rows and truncations are not told apart: they count as changes of published rows, too.
  if TG_LEVEL = 'ROW' or TG_OP = 'TRUNCATE' then
    execute format('insert into %I.lectern_changes (table_name, step) values ($1, $2)', TG_TABLE_SCHEMA)
      using TG_TABLE_NAME || ' (published)', 1 + floor(random() * 1000000)::bigint;
  end if;
  if random() < 0.01 and current_setting('transaction_isolation') = 'read committed'
    and pg_try_advisory_xact_lock(hashtextextended(TG_TABLE_SCHEMA, 7164539266)) then
    execute format('with gone as (
        delete from %1$I.lectern_changes where id = any (array(select id from %1$I.lectern_changes for update skip locked))
        returning table_name, step)
      insert into %1$I.lectern_revisions as kept (table_name, revision)
      select table_name, sum(step) from gone group by table_name
      on conflict (table_name) do update set revision = kept.revision + excluded.revision', TG_TABLE_SCHEMA);
    execute format('with gone as (
        delete from %1$I.lectern_notes where id = any (array(select id from %1$I.lectern_notes for update skip locked))
          and (select count(*) from %1$I.lectern_notes) > ${MOST_NOTES}
        returning table_name, step)
      insert into %1$I.lectern_changes (table_name, step)
      select table_name || '' (published)'', sum(step) from gone group by 1', TG_TABLE_SCHEMA);
  end if;
  return null;
end $body$`

export const createTracking: readonly Sql[] = [
  sql`create table if not exists ${name(REVISION_TABLE)} (${name('table_name')} text primary key, ${name('revision')} numeric not null)`,
  sql`create table if not exists ${name(CHANGE_TABLE)} (${name('id')} bigserial primary key, ${name('table_name')} text not null, ${name('step')} bigint not null)`,
  ...createNotes,
  noteChange,
]

/** Also records one change, for writes before the trigger existed. */
export function trackTable(table: string, notes: RowNotes | null): readonly Sql[] {
  return [
    sql`create or replace trigger ${name(TRIGGER)} after insert or update or delete or truncate on ${name(table)} for each statement execute function lectern_note_change()`,
    sql`create or replace trigger ${name(ROW_TRIGGER)} after insert or update or delete on ${name(table)} for each row execute function lectern_note_change()`,
    sql`create or replace trigger ${name(TRUNCATE_TRIGGER)} after truncate on ${name(table)} for each statement execute function lectern_note_change()`,
    ...firingForReplicas(table, [ROW_TRIGGER, TRUNCATE_TRIGGER]),
    sql`insert into ${name(CHANGE_TABLE)} (${name('table_name')}, ${name('step')}) values (${literal(table)}, 1 + floor(random() * 1000000)::bigint)`,
    ...(notes === null ? [] : noteRows(table, notes)),
  ]
}

/** Tables of this schema whose triggers record changes, also of replicated rows. */
const trackedTables = tablesWithTriggers(
  sql`((t.tgname = ${literal(TRIGGER)} and t.tgenabled in ('O', 'A')) or (t.tgname in (${literal(ROW_TRIGGER)}, ${literal(TRUNCATE_TRIGGER)}) and t.tgenabled = 'R'))`,
  3,
)

/**
 * The same with their signatures, which are empty for tables without notes. `materialized`, because without statistics
 * on the catalogs the planner expects one table with notes, and would run that query for each table.
 */
export const trackedRows = sql`with noted as materialized (${notedTables}) select t.relname, coalesce(n.signature, '') as signature from (${trackedTables}) as t left join noted as n on n.relname = t.relname`
