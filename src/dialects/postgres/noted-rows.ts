/**
 * Triggers that distinguish changes of published rows from those of drafts. A row of a content type shows by itself
 * whether it is published. For links and components, the triggers note the ids of the owners, and readers look these up
 * in a snapshot that has all of them: the writing transaction could not see what others have not committed yet. Notes
 * are only inserted, so that writers do not wait for each other.
 */

import { integer, literal, name, type Sql, sql } from '../../sql/sql.ts'
import { NOTE_TABLE } from '../../sql/stored-notes.ts'
import { type RowNotes, signatureOf } from '../../tables/table-roles.ts'
import { THIS_SCHEMA } from './this-schema.ts'

/** A statement that changes more rows counts as a change of published rows. */
const MOST_ROWS = sql`100`

/** Trigger arguments: the signature, then the columns to note, if the table has no `published_at`. */
const noteShown = sql`create or replace function lectern_note_shown() returns trigger language plpgsql security definer set search_path = pg_catalog, pg_temp as $body$
declare
  changed constant text := case TG_OP when 'INSERT' then 'select * from added' when 'DELETE' then 'select * from removed'
    else 'select * from added union all select * from removed' end;
  is_shown boolean;
begin
  if TG_NARGS = 1 then
    execute format('select exists (select 1 from (%s) as changed where published_at is not null)', changed) into is_shown;
  else
    execute format('with ends as (
        select distinct %1$I::bigint as near_id, %2$s as far_id, %3$s as far_type from (%4$s) as changed limit ${MOST_ROWS} + 1),
      noted as (
        insert into %5$I.lectern_notes (table_name, near_id, far_id, far_type, step)
        select $1, near_id, far_id, far_type, 1 + floor(random() * 1000000)::bigint from ends
        where (select count(*) from ends) <= ${MOST_ROWS})
      select count(*) > ${MOST_ROWS} from ends',
      TG_ARGV[1],
      case TG_ARGV[2] when '' then 'null::bigint' else format('%I::bigint', TG_ARGV[2]) end,
      case TG_ARGV[3] when '' then 'null::text' else format('%I::text', TG_ARGV[3]) end,
      changed, TG_TABLE_SCHEMA) into is_shown using TG_TABLE_NAME;
  end if;
  if is_shown then
    execute format('insert into %I.lectern_changes (table_name, step) values ($1, $2)', TG_TABLE_SCHEMA)
      using TG_TABLE_NAME || ' (published)', 1 + floor(random() * 1000000)::bigint;
  end if;
  return null;
end $body$`

export const createNotes: readonly Sql[] = [
  sql`create table if not exists ${name(NOTE_TABLE)} (id bigserial primary key, table_name text not null, near_id bigint, far_id bigint, far_type text, step bigint not null)`,
  noteShown,
]

/** Also records one change of published rows, for writes before the triggers existed. */
export function noteRows(table: string, notes: RowNotes): readonly Sql[] {
  const columns =
    notes === 'published_at'
      ? sql``
      : sql`, ${literal(notes.near)}, ${literal(notes.far ?? '')}, ${literal(notes.type ?? '')}`
  const trigger = (event: Sql, rows: Sql) =>
    sql`create or replace trigger lectern_noted_${event} after ${event} on ${name(table)} referencing ${rows} for each statement execute function lectern_note_shown(${integer(signatureOf(notes))}${columns})`
  return [
    trigger(sql`insert`, sql`new table as added`),
    trigger(sql`update`, sql`old table as removed new table as added`),
    trigger(sql`delete`, sql`old table as removed`),
    sql`insert into lectern_changes (table_name, step) values (${literal(table)} || ' (published)', 1 + floor(random() * 1000000)::bigint)`,
  ]
}

/** Tables of this schema that have all these triggers, and the signature in their first argument. */
export const notedTables = sql`select c.relname::text as relname, min(split_part(encode(t.tgargs, 'escape'), '\\000', 1)) as signature from pg_catalog.pg_trigger as t join pg_catalog.pg_class as c on c.oid = t.tgrelid where t.tgname in ('lectern_noted_insert', 'lectern_noted_update', 'lectern_noted_delete') and t.tgenabled in ('O', 'A') and c.relnamespace = ${THIS_SCHEMA} group by c.relname having count(*) = 3`
