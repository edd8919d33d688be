import type { ClientBase } from 'pg'
import { byTable, type FoundColumns } from '../../tables/found-columns.ts'
import type { ColumnType } from '../../tables/table-definition.ts'

/** By the server's own names of its types. */
const TYPES: ReadonlyMap<string, ColumnType> = new Map([
  ['varchar', 'string'],
  ['text', 'text'],
  ['jsonb', 'json'],
  ['int4', 'integer'],
  ['int8', 'bigint'],
  ['float8', 'float'],
  ['numeric', 'decimal'],
  ['bool', 'boolean'],
  ['date', 'date'],
  ['time', 'time'],
  ['timestamp', 'datetime'],
])

/** The columns of tables and views that an unqualified name finds. */
const COLUMNS = `select c.relname::text, a.attname::text, t.typname::text
  from pg_catalog.pg_class as c
  join pg_catalog.pg_namespace as n on n.oid = c.relnamespace
  join pg_catalog.pg_attribute as a on a.attrelid = c.oid
  join pg_catalog.pg_type as t on t.oid = a.atttypid
  where c.relkind in ('r', 'p', 'v', 'm', 'f') and a.attnum > 0 and not a.attisdropped
    and n.nspname not in ('pg_catalog', 'information_schema') and pg_catalog.pg_table_is_visible(c.oid)`

export async function columnsOf(client: ClientBase): Promise<FoundColumns> {
  const { rows } = await client.query<[string, string, string]>({ text: COLUMNS, rowMode: 'array' })
  return byTable(rows.map(([table, column, type]) => [table, column, TYPES.get(type) ?? null]))
}
