/** Columns of relations that are no longer stored in a column: SQLite cannot drop them, but they can be emptied. */

import { name, sql } from '../../sql/sql.ts'
import { updateWhere } from '../../sql/write-rows.ts'
import type { TableDefinition } from '../../tables/table-definition.ts'
import type { Recorded } from '../record.ts'
import type { Leftover } from './leftover.ts'

export function leftColumns(
  tables: readonly TableDefinition[],
  recorded: Recorded,
  isThere: (table: string, column: string) => boolean,
): readonly Leftover[] {
  return tables.flatMap(({ name: table, columns }) =>
    (recorded.get(table)?.foreignKeys ?? [])
      .filter(({ column, onDelete }) => onDelete === 'set null' && isThere(table, column))
      .filter(({ column }) => !columns.some((wanted) => wanted.name === column))
      .map(({ column }) => leftover(table, column)),
  )
}

function leftover(table: string, column: string): Leftover {
  const from = sql`${name(table)} where ${name(column)} is not null`
  const statements = [updateWhere(table, [{ column, value: sql`null` }], sql`${name(column)} is not null`)]
  return {
    from,
    risk: {
      table,
      column,
      reason: 'this column no longer stores a relation of the schema',
      needed: false,
      steps: [{ kind: 'emptyColumn', table, text: `empty ${table}.${column}`, statements }],
    },
  }
}
