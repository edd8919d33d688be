import type BetterSqlite3 from 'better-sqlite3'
import { sql } from '../../sql/sql.ts'
import { byTable, type FoundColumns } from '../../tables/found-columns.ts'
import type { ColumnType } from '../../tables/table-definition.ts'

/** By declared type, without length; `decimal` and `float` are declared alike. */
const TYPES: ReadonlyMap<string, ColumnType> = new Map([
  ['varchar', 'string'],
  ['text', 'text'],
  ['json', 'json'],
  ['integer', 'integer'],
  ['bigint', 'bigint'],
  ['float', 'float'],
  ['boolean', 'boolean'],
  ['date', 'date'],
  ['time', 'time'],
  ['datetime', 'datetime'],
])

/** Generated columns, too; hidden ones of virtual tables are not columns of content. */
const COLUMNS =
  "select m.name, c.name, c.type from sqlite_master as m join pragma_table_xinfo(m.name) as c where m.type in ('table', 'view') and c.hidden <> 1"

/** No length: SQLite looks at none. */
export const limitedColumns = sql`select m.name, c.name, 1, null from sqlite_master as m join pragma_table_xinfo(m.name) as c where m.type = 'table' and c.hidden in (2, 3)`

export function columnsOf(connection: BetterSqlite3.Database): FoundColumns {
  const rows = connection.prepare(COLUMNS).raw().all() as readonly [string, string, string][]
  return byTable(rows.map(([table, column, declared]) => [table, column, columnType(declared)]))
}

/** `varchar(255)` → `string`. */
function columnType(declared: string): ColumnType | null {
  return TYPES.get(declared.toLowerCase().replace(/\(.*$/, '')) ?? null
}
