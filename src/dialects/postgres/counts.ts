/**
 * Triggers that record by how much the row count of a table changes, by version and locale, whichever program writes. A
 * count is the sum of these records: writers do not wait for each other, and a reader gets the count for its own
 * snapshot. Now and then one transaction merges the records.
 */

import { literal, name, type Sql, sql } from '../../sql/sql.ts'
import { COUNT_TABLE, type StoredCount, sumOfCounts } from '../../sql/stored-counts.ts'
import { firingForReplicas, tablesWithTriggers } from './replica-triggers.ts'

const FOLD_NOTES = sql`if random() < 0.01 and current_setting('transaction_isolation') = 'read committed'
    and pg_try_advisory_xact_lock(hashtextextended(TG_TABLE_SCHEMA, 7164539267)) then
    execute format('with gone as (
        delete from %1$I.lectern_counts where id = any (array(select id from %1$I.lectern_counts where entries is not null for update skip locked))
        returning table_name, published, locale, entries)
      insert into %1$I.lectern_counts (table_name, published, locale, entries)
      select table_name, published, locale, sum(entries) from gone group by 1, 2, 3 having sum(entries) <> 0', TG_TABLE_SCHEMA);
  end if;`

/** `security definer`: a role that writes to a table needs no privilege on the table of records. */
const noteRows = sql`create or replace function lectern_note_rows() returns trigger language plpgsql security definer set search_path = pg_catalog, pg_temp as $body$
declare
  note constant text := format('insert into %I.lectern_counts (table_name, published, locale, entries)', TG_TABLE_SCHEMA);
  kind constant text := 'select $1, (published_at is not null)::int, coalesce(locale, ''''), ';
begin
  if TG_OP = 'INSERT' then
    execute note || kind || 'count(*) from added group by 2, 3' using TG_TABLE_NAME;
  elsif TG_OP = 'DELETE' then
    execute note || kind || '-count(*) from removed group by 2, 3' using TG_TABLE_NAME;
  elsif TG_OP = 'UPDATE' then
    execute note || 'select $1, published, locale, sum(entries) from ('
      || kind || '1 from added union all ' || kind || '-1 from removed
      ) as moved (table_name, published, locale, entries) group by 2, 3 having sum(entries) <> 0' using TG_TABLE_NAME;
  elsif current_setting('transaction_isolation') = 'read committed' then
    perform pg_advisory_xact_lock(hashtextextended(TG_TABLE_SCHEMA, 7164539267));
    execute format('delete from %I.lectern_counts where table_name = $1', TG_TABLE_SCHEMA) using TG_TABLE_NAME;
  else
    -- Records committed since this transaction began are invisible to it, so it cannot delete them.
    execute note || 'values ($1, 0, '''', null)' using TG_TABLE_NAME;
  end if;
  ${FOLD_NOTES}
  return null;
end $body$`

/** Logical replication applies rows one by one, without transition tables. */
const noteRow = sql`create or replace function lectern_note_row() returns trigger language plpgsql security definer set search_path = pg_catalog, pg_temp as $body$
declare
  note constant text := format('insert into %I.lectern_counts (table_name, published, locale, entries) values ($1, $2, coalesce($3, ''''), $4)', TG_TABLE_SCHEMA);
begin
  if TG_OP <> 'DELETE' then
    execute note using TG_TABLE_NAME, (NEW.published_at is not null)::int, NEW.locale, 1;
  end if;
  if TG_OP <> 'INSERT' then
    execute note using TG_TABLE_NAME, (OLD.published_at is not null)::int, OLD.locale, -1;
  end if;
  ${FOLD_NOTES}
  return null;
end $body$`

export const createCounting: readonly Sql[] = [
  sql`create table if not exists ${name(COUNT_TABLE)} (id bigserial primary key, table_name text not null, published integer not null, locale text not null, entries bigint)`,
  noteRows,
  noteRow,
]

/**
 * Triggers come first: creating them locks the table against writes until the transaction ends, so that the rows can be
 * counted.
 */
export function countTable(table: string): readonly Sql[] {
  const trigger = (event: Sql, what: Sql) =>
    sql`create or replace trigger lectern_count_${event} after ${event} on ${name(table)} ${what}for each statement execute function lectern_note_rows()`
  return [
    trigger(sql`insert`, sql`referencing new table as added `),
    trigger(sql`update`, sql`referencing old table as removed new table as added `),
    trigger(sql`delete`, sql`referencing old table as removed `),
    trigger(sql`truncate`, sql``),
    sql`create or replace trigger lectern_count_row after insert or update or delete on ${name(table)} for each row execute function lectern_note_row()`,
    ...firingForReplicas(table, ['lectern_count_row'], ['lectern_count_truncate']),
    // No other transaction may merge records now: its merged row would survive the delete below.
    sql`select pg_advisory_xact_lock(hashtextextended(current_schema(), 7164539267))`,
    sql`delete from ${name(COUNT_TABLE)} where table_name = ${literal(table)}`,
    sql`insert into ${name(COUNT_TABLE)} (table_name, published, locale, entries) select ${literal(table)}, (published_at is not null)::int, coalesce(locale, ''), count(*) from ${name(table)} group by 2, 3`,
  ]
}

const IS_OURS = sql`t.tgname like 'lectern\\_count\\_%' and t.tgenabled in ('O', 'A')`

/** Tables of this schema that have all their triggers, including those for replicated rows. */
export const countedTables = tablesWithTriggers(
  sql`((t.tgname in ('lectern_count_insert', 'lectern_count_update', 'lectern_count_delete') and t.tgenabled in ('O', 'A')) or (t.tgname = 'lectern_count_truncate' and t.tgenabled = 'A') or (t.tgname = 'lectern_count_row' and t.tgenabled = 'R'))`,
  5,
)

/**
 * Null where the records are not the number of rows that a reader sees: if another program has rebuilt the table, the
 * triggers are gone and the records belong to the old table; row security may hide rows, which the records include.
 */
export const storedCount: StoredCount = (table, rows) => {
  const id = sql`${literal(`"${table.replaceAll('"', '""')}"`)}::regclass`
  const hasTriggers = sql`(select count(*) from pg_catalog.pg_trigger as t where t.tgrelid = ${id} and ${IS_OURS}) = 4`
  return sql`case when ${hasTriggers} and not row_security_active(${id}) then (${sumOfCounts(table, rows)})::bigint end`
}
