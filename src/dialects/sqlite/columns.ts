import type BetterSqlite3 from 'better-sqlite3'
import { codeOf } from '../../errors/code-of.ts'
import { sql } from '../../sql/sql.ts'
import { byTable, type FoundColumns } from '../../tables/found-columns.ts'
import type { ColumnType } from '../../tables/table-definition.ts'

/** By declared type without length. `decimal` columns are declared as `float`. */
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

/** The columns of a table or view, including generated ones. Hidden columns of virtual tables hold no content. */
const COLUMNS = 'select name, type from pragma_table_xinfo(?) where hidden <> 1'

/** Generated columns only: SQLite enforces no lengths. */
export const limitedColumns = sql`select m.name, c.name, 1, null from sqlite_master as m join pragma_table_xinfo(m.name) as c where m.type = 'table' and c.hidden in (2, 3)`

/** One table at a time, since SQLite fails for a view of a dropped table and for a virtual table without its module. */
export function columnsOf(connection: BetterSqlite3.Database): FoundColumns {
  const names = connection.prepare("select name from sqlite_master where type in ('table', 'view')").pluck().all()
  const columns = connection.prepare(COLUMNS).raw()
  return byTable(
    (names as readonly string[]).flatMap((table) =>
      columnsIn(columns, table).map(([column, declared]) => [table, column, columnType(declared)] as const),
    ),
  )
}

function columnsIn(columns: BetterSqlite3.Statement, table: string): readonly (readonly [string, string])[] {
  try {
    return columns.all(table) as readonly (readonly [string, string])[]
  } catch (error) {
    if (isUnreadable(error)) return []
    throw error
  }
}

/** SQLITE_ERROR concerns the table's definition; a locked or damaged file has another code. */
function isUnreadable(error: unknown): boolean {
  return codeOf(error) === 'SQLITE_ERROR'
}

/** `varchar(255)` → `string`. */
function columnType(declared: string): ColumnType | null {
  return TYPES.get(declared.toLowerCase().replace(/\(.*$/, '')) ?? null
}
