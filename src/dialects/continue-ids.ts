/** After rows came with ids of their own: the next new one must get an id above them. */

import type { DatabaseSettings } from '../config/settings.ts'
import { literal, name, type Sql, sql } from '../sql/sql.ts'

export function continueIds({ client }: DatabaseSettings): (table: string) => readonly Sql[] {
  return client === 'postgres' ? bumpSequence : () => []
}

function bumpSequence(table: string): readonly Sql[] {
  const sequence = sql`pg_get_serial_sequence(quote_ident(${literal(table)}), 'id')`
  return [sql`select setval(${sequence}, (select max(id) from ${name(table)}))`]
}
