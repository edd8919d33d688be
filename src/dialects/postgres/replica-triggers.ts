/**
 * Triggers for rows that do not come from a client. Logical replication and bulk loaders write with
 * `session_replication_role = replica`, under which ordinary triggers do not fire; and logical replication fires those of
 * single rows alone. So there is one for each row, which fires then and never else, beside those for whole statements.
 */

import { integer, name, type Sql, sql } from '../../sql/sql.ts'

/** `onlyThen`: fire for such rows and no others; `always`: fire for all. */
export function firingForReplicas(
  table: string,
  onlyThen: readonly string[],
  always: readonly string[] = [],
): readonly Sql[] {
  return [
    ...onlyThen.map((trigger) => sql`alter table ${name(table)} enable replica trigger ${name(trigger)}`),
    ...always.map((trigger) => sql`alter table ${name(table)} enable always trigger ${name(trigger)}`),
  ]
}

/** Names of tables of this schema that have so many triggers of which a condition on `t` holds. */
export function tablesWithTriggers(condition: Sql, number: number): Sql {
  return sql`select c.relname::text as relname from pg_catalog.pg_trigger as t join pg_catalog.pg_class as c on c.oid = t.tgrelid where ${condition} and c.relnamespace = current_schema()::regnamespace group by c.relname having count(*) = ${integer(number)}`
}
