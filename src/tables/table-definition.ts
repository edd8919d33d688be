/** The definition of a table, independent of the database. */

/** How a column stores its values; several types of attributes share one. */
export type ColumnType =
  | 'id'
  | 'string'
  | 'text'
  | 'json'
  | 'integer'
  | 'bigint'
  | 'float'
  | 'decimal'
  | 'boolean'
  | 'date'
  | 'time'
  | 'datetime'

export interface ColumnDefinition {
  readonly name: string
  readonly type: ColumnType
}

export interface IndexDefinition {
  readonly name: string
  readonly columns: readonly string[]
  readonly unique: boolean
  /** Those of the columns that run from high to low. */
  readonly descending?: readonly string[]
  /** Only rows in which the column is null, or is not, are in the index; null: all are. */
  readonly where: { readonly column: string; readonly isNull: boolean } | null
}

/** How an index that finds words inside texts compares them: letter by letter, or without regard to case. */
export type WordTest = 'exact' | 'folded'

/** From a column to the `id` of another table. */
export interface ForeignKeyDefinition {
  readonly name: string
  readonly column: string
  readonly references: string
  readonly onDelete: 'cascade' | 'set null'
}

export interface TableDefinition {
  readonly name: string
  /** In the order in which they are created; `id` first. */
  readonly columns: readonly ColumnDefinition[]
  readonly indexes: readonly IndexDefinition[]
  readonly foreignKeys: readonly ForeignKeyDefinition[]
  /**
   * Columns of relations that lead to rows which belong to one document only; absent where the table stores no relation
   * that could be of that kind.
   */
  readonly exclusive?: readonly string[]
}

export const columnOf = (name: string, type: ColumnType): ColumnDefinition => ({ name, type })

export const index = (name: string, ...columns: readonly string[]): IndexDefinition => ({
  name,
  columns,
  unique: false,
  where: null,
})

export const uniqueIndex = (name: string, ...columns: readonly string[]): IndexDefinition => ({
  ...index(name, ...columns),
  unique: true,
})
