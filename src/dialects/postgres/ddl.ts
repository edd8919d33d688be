/** Creates and changes tables in PostgreSQL's SQL. */

import type { Ddl, TypeChange } from '../../sql/ddl.ts'
import { addColumn, constraint, createIndex, dropColumn, names, onlySome } from '../../sql/ddl-parts.ts'
import { fitsInto } from '../../sql/number-ranges.ts'
import { join, literal, name, type Sql, sql } from '../../sql/sql.ts'
import type { ColumnDefinition, ColumnType, IndexDefinition, TableDefinition } from '../../tables/table-definition.ts'
import { countedTables, countTable, createCounting } from './counts.ts'
import { lockToMigrate } from './migration-lock.ts'
import { postgresSearch } from './search.ts'
import { THIS_SCHEMA } from './this-schema.ts'
import { createTracking, trackedRows, trackTable } from './tracking.ts'

const TYPES: Readonly<Record<ColumnType, Sql>> = {
  id: sql`serial primary key`,
  string: sql`varchar(255)`,
  text: sql`text`,
  json: sql`jsonb`,
  integer: sql`integer`,
  bigint: sql`bigint`,
  float: sql`double precision`,
  decimal: sql`numeric(10, 2)`,
  boolean: sql`boolean`,
  date: sql`date`,
  time: sql`time`,
  datetime: sql`timestamp(6)`,
}

/** Without tables that belong to a server extension. */
const inspection = sql`select 'column', c.relname::text, a.attname::text
  from pg_catalog.pg_class as c join pg_catalog.pg_attribute as a on a.attrelid = c.oid
  where c.relnamespace = ${THIS_SCHEMA} and c.relkind in ('r', 'p', 'v', 'm', 'f')
    and a.attnum > 0 and not a.attisdropped
    and not exists (select 1 from pg_catalog.pg_depend as d
      where d.classid = 'pg_catalog.pg_class'::regclass and d.objid = c.oid and d.deptype = 'e')
  union all
  select 'index', c.relname::text, n.relname::text
    from pg_catalog.pg_index as i
    join pg_catalog.pg_class as c on c.oid = i.indrelid
    join pg_catalog.pg_class as n on n.oid = i.indexrelid
    where c.relnamespace = ${THIS_SCHEMA} and c.relkind in ('r', 'p', 'm')
  union all
  select 'tracked', t.relname, t.signature from (${trackedRows}) as t
  union all
  select 'counted', t.relname, '' from (${countedTables}) as t
  union all
  select 'search', s.tbl_name, s.name from (${postgresSearch.objects}) as s`

/** Milliseconds that a change waits for transactions that use the table. */
const LONGEST_WAIT_MS = 2_000

export const postgresDdl: Ddl = {
  lock: [lockToMigrate],
  ownColumns: new Set(['tableoid', 'ctid', 'xmin', 'xmax', 'cmin', 'cmax']),
  ownPrefix: null,
  nameKey: (name) => name,
  longestName: 63,
  // While a change waits for its lock, all reads of the table queue behind it.
  shortWaits: [sql`set local lock_timeout = ${literal(`${LONGEST_WAIT_MS}ms`)}`],
  inspection,

  createTable: (table) => [createTable(table), ...table.indexes.map((index) => addIndex(table.name, index))],
  addForeignKeys: (table) =>
    table.foreignKeys.map((key) => sql`alter table ${name(table.name)} add ${constraint(key)}`),
  addColumn: (table, column, reference) => [addColumn(table, define(column), reference)],
  retireColumn: ({ table, column }) => [dropColumn(table, column)],
  changeType: (change, from) => [changeType(change, from)],
  changesNumber,
  createIndex: (table, index) => [addIndex(table, index)],
  createJsonIndex: (table, { name: index, columns, where }) => {
    const keys = columns.map((column) => sql`${name(column)} jsonb_path_ops`)
    return sql`create index ${name(index)} on ${name(table)} using gin (${join(keys, ', ')})${onlySome(where)}`
  },
  dropIndex: (table, index) => [
    index.unique
      ? sql`alter table ${name(table)} drop constraint ${name(index.name)}`
      : sql`drop index ${name(index.name)}`,
  ],
  dropColumn: (table, column) => [dropColumn(table, column)],
  dropTable: (table) => [sql`drop table ${name(table)}`],
  fillDocumentIds: (table) => [
    sql`update ${name(table)} set ${name('document_id')} = 'c' || substr(replace(gen_random_uuid()::text, '-', ''), 1, 23) where ${name('document_id')} is null`,
  ],
  createTracking,
  trackTable,
  createCounting,
  countTable,
  search: postgresSearch,
  together: (statements) => statements,
}

const createTable = (table: TableDefinition): Sql =>
  sql`create table ${name(table.name)} (${join(table.columns.map(define), ', ')})`

const define = (column: ColumnDefinition): Sql => sql`${name(column.name)} ${TYPES[column.type]}`

/** A unique index is created as a constraint, which creates an index of the same name. */
function addIndex(table: string, index: IndexDefinition): Sql {
  if (!index.unique) return createIndex(table, index)
  return sql`alter table ${name(table)} add constraint ${name(index.name)} unique (${names(index.columns)})`
}

function changeType({ table, column, to, values }: TypeChange, from: ColumnType): Sql {
  const value = converted(name(column), from, to, values)
  return sql`alter table ${name(table)} alter column ${name(column)} type ${TYPES[to]} using ${value}`
}

function converted(column: Sql, from: ColumnType, to: ColumnType, values: TypeChange['values']): Sql {
  const type = TYPES[to]
  switch (values) {
    case 'kept':
      // With milliseconds, as in responses.
      return from === 'time' ? sql`to_char(${column}, 'HH24:MI:SS.MS')` : sql`${column}::${type}`
    case 'rounded':
      return rounded(column, to)
    case 'cut':
      return sql`left(${column}, 255)`
    case 'dropped':
      return sql`null::${type}`
  }
}

/** A cast to numeric drops digits of floats, so floats are compared as floats. */
function changesNumber(column: Sql, from: ColumnType, to: ColumnType): Sql {
  const after = rounded(column, to)
  return from === 'float'
    ? sql`(${after})::double precision is distinct from ${column}`
    : sql`(${after})::numeric is distinct from ${column}::numeric`
}

/** Rounds halves away from zero, as in SQLite: a cast of a float would round them to even numbers. */
function rounded(column: Sql, to: ColumnType): Sql {
  const fits = fitsInto(column, to)
  const type = TYPES[to]
  if (fits === null) return sql`${column}::${type}`
  const number = to === 'decimal' ? column : sql`trunc(${column} + sign(${column}) * 0.5)`
  return sql`case when ${fits} then (${number})::${type} end`
}
