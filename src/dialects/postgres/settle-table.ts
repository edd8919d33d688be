import { literal, name, type Sql, sql } from '../../sql/sql.ts'

/** Resets the id sequence, and updates the planner's statistics, which still say that the table is empty. */
export function settleTable(table: string): readonly Sql[] {
  const sequence = sql`pg_get_serial_sequence(quote_ident(${literal(table)}), 'id')`
  return [sql`select setval(${sequence}, (select max(id) from ${name(table)}))`, sql`analyze ${name(table)}`]
}
