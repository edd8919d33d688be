/** Statements that create and change tables. Implemented once per dialect. */

import type {
  ColumnDefinition,
  ColumnType,
  ForeignKeyDefinition,
  IndexDefinition,
  TableDefinition,
} from '../tables/table-definition.ts'
import type { RowNotes } from '../tables/table-roles.ts'
import type { SearchDdl } from './search-ddl.ts'
import type { Sql, Syntax } from './sql.ts'
import type { SqlValue, Statement } from './statement.ts'

export interface Ddl {
  /** Run first in a transaction that changes tables, so that two migrations do not run at once. */
  readonly lock: readonly Sql[]
  /** Run after it: from then on the transaction soon fails instead of waiting for others that use a table. */
  readonly shortWaits: readonly Sql[]
  /**
   * Rows `['column' | 'index', table, name]` of everything there is; `['tracked', table, signature]` for tables that
   * note their changes, with an empty signature where they do not tell drafts apart, `['counted', table, '']` for those
   * that keep the number of their rows; `['search', table, name]` for parts of full-text indexes.
   */
  readonly inspection: Sql

  /** System columns of each table, whose names cannot be used. */
  readonly ownColumns: ReadonlySet<string>
  /** How names begin that the database reserves for its own tables, in lower case; null where it reserves none. */
  readonly ownPrefix: string | null
  /** Equal for names that mean the same table, or the same column. */
  nameKey(name: string): string
  /** In bytes; null where names may be as long as they like. */
  readonly longestName: number | null

  /** The table with its indexes. Foreign keys may have to wait until every table is there. */
  createTable(table: TableDefinition): readonly Sql[]
  addForeignKeys(table: TableDefinition): readonly Sql[]
  addColumn(table: string, column: ColumnDefinition, reference: ForeignKeyDefinition | null): readonly Sql[]
  /** Removes a column with a foreign key, or one that is replaced by such a column. */
  retireColumn(retired: RetiredColumn): readonly Sql[]
  changeType(change: TypeChange, from: ColumnType): readonly Sql[]
  /** Tests whether a number would change or be lost in a column of the other type. */
  changesNumber(column: Sql, from: ColumnType, to: ColumnType): Sql
  createIndex(table: string, index: IndexDefinition): readonly Sql[]
  /** For values inside JSON columns; null where the database has no such indexes. */
  readonly createJsonIndex: ((table: string, index: IndexDefinition) => Sql) | null
  dropIndex(table: string, index: IndexDefinition): readonly Sql[]
  dropColumn(table: string, column: string): readonly Sql[]
  /** `isLedTo`: foreign keys of columns that could not be dropped still refer to it, and need a table. */
  dropTable(table: string, isLedTo: boolean): readonly Sql[]
  /** Gives each row without a `document_id` one of its own. */
  fillDocumentIds(table: string): readonly Sql[]
  /** Creates the tables of revisions where they are missing. */
  readonly createTracking: readonly Sql[]
  /** Adds triggers that record every change of the table, and of which rows; null: it has no drafts to tell apart. */
  trackTable(table: string, notes: RowNotes | null): readonly Sql[]
  /** Creates the table of row counts where it is missing. */
  readonly createCounting: readonly Sql[]
  /** Adds triggers that keep the table's row count. */
  countTable(table: string): readonly Sql[]
  readonly search: SearchDdl
  /** The statements of a step, as a migration runs them: the same in fewer, where that is faster. */
  together(statements: readonly Statement[]): readonly Statement[]
}

/** How changes are written down, to be run by the database's own shell. */
export interface Script {
  readonly syntax: Syntax
  /** The first statements of a script: they open a transaction, as a migration would. */
  readonly opening: readonly string[]
  readonly closing: readonly string[]
  /** A value as a literal. */
  readonly written: (value: SqlValue) => string
}

export interface RetiredColumn {
  readonly table: string
  readonly column: string
  /** The new name of a column that references a table and may have to stay; null: it can be dropped. */
  readonly aside: string | null
}

export interface TypeChange {
  readonly table: string
  readonly column: string
  readonly to: ColumnType
  /**
   * Values stay; texts are cut to 255 characters; numbers are rounded to the new type, or null where they are too large for
   * it; or all values are dropped.
   */
  readonly values: 'kept' | 'cut' | 'rounded' | 'dropped'
}
