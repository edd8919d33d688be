/**
 * Triggers for rows written with `session_replication_role = replica`, as logical replication and bulk loaders do. In
 * that mode ordinary triggers do not fire, and logical replication fires only row triggers. So each table also has a
 * row trigger for that mode only.
 */

import { integer, name, type Sql, sql } from '../../sql/sql.ts'
import { THIS_SCHEMA } from './this-schema.ts'

/** `onlyThen`: triggers that fire only in that mode; `always`: triggers that fire in both. */
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

/** Tables of this schema that have `number` triggers matching a condition on `t`. */
export function tablesWithTriggers(condition: Sql, number: number): Sql {
  return sql`select c.relname::text as relname from pg_catalog.pg_trigger as t join pg_catalog.pg_class as c on c.oid = t.tgrelid where ${condition} and c.relnamespace = ${THIS_SCHEMA} group by c.relname having count(*) = ${integer(number)}`
}
