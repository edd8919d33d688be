/**
 * Triggers for rows that logical replication and bulk loaders write: with `session_replication_role = replica`, under which ordinary triggers do not fire; and logical replication fires row
 * triggers only. So there is a row trigger that fires only in that mode, besides the statement triggers.
 */

import { integer, name, type Sql, sql } from '../../sql/sql.ts'
import { THIS_SCHEMA } from './this-schema.ts'

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

/** Names of tables of this schema with `number` triggers that satisfy a condition on `t`. */
export function tablesWithTriggers(condition: Sql, number: number): Sql {
  return sql`select c.relname::text as relname from pg_catalog.pg_trigger as t join pg_catalog.pg_class as c on c.oid = t.tgrelid where ${condition} and c.relnamespace = ${THIS_SCHEMA} group by c.relname having count(*) = ${integer(number)}`
}
