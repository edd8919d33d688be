import { literal, name, type Sql, sql } from '../../sql/sql.ts'

/** The next new row needs an id above those of the table; and without figures the planner takes a full table for an empty one. */
export function settleTable(table: string): readonly Sql[] {
  const sequence = sql`pg_get_serial_sequence(quote_ident(${literal(table)}), 'id')`
  return [sql`select setval(${sequence}, (select max(id) from ${name(table)}))`, sql`analyze ${name(table)}`]
}
