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
  /** The columns in descending order. */
  readonly descending?: readonly string[]
  /** For a partial index: only rows where the column is null, or is not null. Null for all rows. */
  readonly where: { readonly column: string; readonly isNull: boolean } | null
}

/** How an index that finds words inside texts compares them: letter by letter, or without regard to case. */
export type WordTest = 'exact' | 'folded'

/** A foreign key from a column to the `id` of another table. */
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
  /** Columns of relations whose targets belong to one document only; absent if the table stores no such relation. */
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
