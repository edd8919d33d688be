/** What a database has to be told after many rows came into a table, with ids of their own. */

import type { DatabaseSettings } from '../config/settings.ts'
import { literal, name, type Sql, sql } from '../sql/sql.ts'

export function settleTable({ client }: DatabaseSettings): (table: string) => readonly Sql[] {
  return client === 'postgres' ? bumpAndMeasure : () => []
}

/** The next new row needs an id above them; and without figures the planner takes a full table for an empty one. */
function bumpAndMeasure(table: string): readonly Sql[] {
  const sequence = sql`pg_get_serial_sequence(quote_ident(${literal(table)}), 'id')`
  return [sql`select setval(${sequence}, (select max(id) from ${name(table)}))`, sql`analyze ${name(table)}`]
}
