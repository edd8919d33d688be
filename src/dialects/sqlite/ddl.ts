/** Creates and changes tables in SQLite's SQL. The declared type of a column decides how its values are stored. */

import type { Ddl, RetiredColumn, TypeChange } from '../../sql/ddl.ts'
import { addColumn, constraint, createIndex, dropColumn, renameColumn } from '../../sql/ddl-parts.ts'
import { fitsInto } from '../../sql/number-ranges.ts'
import { join, name, type Sql, sql } from '../../sql/sql.ts'
import { STAND_IN } from '../../tables/names.ts'
import type { ColumnDefinition, ColumnType, TableDefinition } from '../../tables/table-definition.ts'
import { batchTriggers } from './batch-triggers.ts'
import { countedTables, countTable, createCounting } from './counts.ts'
import { sqliteSearch } from './search.ts'
import { createTracking, trackedRows, trackTable } from './tracking.ts'

const TYPES: Readonly<Record<ColumnType, Sql>> = {
  id: sql`integer primary key autoincrement not null`,
  string: sql`varchar(255)`,
  text: sql`text`,
  json: sql`json`,
  integer: sql`integer`,
  bigint: sql`bigint`,
  float: sql`float`,
  decimal: sql`float`,
  boolean: sql`boolean`,
  date: sql`date`,
  time: sql`time`,
  datetime: sql`datetime`,
}

export const sqliteDdl: Ddl = {
  // The transaction is the lock: there is one writer at a time.
  lock: [],
  shortWaits: [],
  ownColumns: new Set(),
  ownPrefix: 'sqlite_',
  // SQLite's names are case-insensitive only for ASCII letters.
  nameKey: (name) => name.replace(/[A-Z]+/g, (letters) => letters.toLowerCase()),
  longestName: null,
  inspection: sql`select 'column', m.name, c.name from sqlite_master as m join pragma_table_info(m.name) as c where m.type = 'table' and m.name not like 'sqlite\\_%' escape '\\' union all select 'index', tbl_name, name from sqlite_master where type = 'index' union all select 'tracked', tbl_name, signature from (${trackedRows}) union all select 'counted', tbl_name, '' from (${countedTables}) union all select 'search', tbl_name, name from (${sqliteSearch.objects})`,

  createTable: (table) => [createTable(table), ...table.indexes.map((index) => createIndex(table.name, index))],
  // `create table` declares them: SQLite cannot add a foreign key later, and accepts one to a table that does not exist
  // yet.
  addForeignKeys: () => [],
  addColumn: (table, column, reference) => [addColumn(table, define(column), reference)],
  retireColumn,
  changeType,
  changesNumber,
  createIndex: (table, index) => [createIndex(table, index)],
  createJsonIndex: null,
  dropIndex: (_table, index) => [sql`drop index ${name(index.name)}`],
  dropColumn: (table, column) => [dropColumn(table, column)],
  dropTable: (table, isLedTo) => [
    sql`drop table ${name(table)}`,
    ...(isLedTo ? [sql`create table ${name(table)} ("id" integer primary key, ${name(STAND_IN)} integer)`] : []),
  ],
  fillDocumentIds: (table) => [
    sql`update ${name(table)} set ${name('document_id')} = 'c' || substr(lower(hex(randomblob(12))), 1, 23) where ${name('document_id')} is null`,
  ],
  createTracking,
  trackTable,
  createCounting,
  countTable,
  search: sqliteSearch,
  together: (statements) => batchTriggers(statements),
}

function createTable(table: TableDefinition): Sql {
  const parts = [...table.columns.map(define), ...table.foreignKeys.map(constraint)]
  return sql`create table ${name(table.name)} (${join(parts, ', ')})`
}

const define = (column: ColumnDefinition): Sql => sql`${name(column.name)} ${TYPES[column.type]}`

/**
 * A foreign key cannot be changed, nor its column dropped. So the column is emptied and renamed, and nothing reads it.
 */
function retireColumn({ table, column, aside }: RetiredColumn): readonly Sql[] {
  if (aside === null) return [dropColumn(table, column)]
  return [
    sql`update ${name(table)} set ${name(column)} = null where ${name(column)} is not null`,
    renameColumn(table, column, aside),
  ]
}

/** A column's type cannot be changed: a new column at the end of the table replaces it. */
function changeType({ table, column, to, values }: TypeChange): readonly Sql[] {
  const changed = 'lectern_changed'
  const value = converted(name(column), to, values)
  return [
    sql`alter table ${name(table)} add column ${define({ name: changed, type: to })}`,
    ...(value === null ? [] : [sql`update ${name(table)} set ${name(changed)} = ${value}`]),
    dropColumn(table, column),
    renameColumn(table, changed, column),
  ]
}

function converted(column: Sql, to: ColumnType, values: TypeChange['values']): Sql | null {
  switch (values) {
    case 'kept':
      return to === 'string' || to === 'text' ? sql`cast(${column} as text)` : column
    case 'cut':
      return sql`substr(${column}, 1, 255)`
    case 'rounded':
      return numberAs(column, to)
    case 'dropped':
      return null
  }
}

function changesNumber(column: Sql, _from: ColumnType, to: ColumnType): Sql {
  const isWhole = to === 'integer' || to === 'bigint'
  const after = numberAs(column, to)
  return sql`${isWhole ? after : sql`cast(${after} as real)`} is not ${column}`
}

/** Decimals are stored as floats, and are not rounded. */
function numberAs(column: Sql, to: ColumnType): Sql {
  const number = to === 'integer' || to === 'bigint' ? sql`cast(round(${column}) as integer)` : column
  const fits = fitsInto(column, to)
  return fits === null ? number : sql`case when ${fits} then ${number} end`
}
