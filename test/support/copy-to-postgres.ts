/** A SQLite database of the tests as a PostgreSQL one, in the column types that the reference layout has there. */

import BetterSqlite3 from 'better-sqlite3'
import pg from 'pg'
import { createDatabase, type PostgresDatabase } from './postgres.ts'

export interface CopyOptions {
  /** Columns of the attribute type `decimal`, which SQLite does not tell from floats. */
  readonly decimals?: readonly string[]
  /** The schema to create the tables in. */
  readonly schema?: string
  /** Where the server ran that wrote the datetimes. */
  readonly timeZone?: string
}

interface Column {
  readonly name: string
  readonly type: string
}

const TYPES: Readonly<Record<string, string>> = {
  json: 'jsonb',
  float: 'double precision',
  datetime: 'timestamp(6) without time zone',
  'integer primary key autoincrement': 'integer primary key',
}

export async function copyToPostgres(file: string, options: CopyOptions = {}): Promise<PostgresDatabase> {
  const source = new BetterSqlite3(file, { readonly: true })
  source.defaultSafeIntegers()
  const database = await createDatabase()
  const client = new pg.Client(database.url)
  await client.connect()
  try {
    const { schema = 'public', timeZone = 'UTC' } = options
    const settings = `create schema if not exists "${schema}"; set search_path = "${schema}"; set timezone = '${timeZone}'`
    await client.query(settings)
    const tables = source.prepare("select name from sqlite_master where type = 'table' and name not like 'sqlite_%'")
    for (const table of tables.pluck().all() as string[]) await copyTable(source, client, table, options.decimals ?? [])
  } finally {
    await client.end()
    source.close()
  }
  return database
}

async function copyTable(
  source: BetterSqlite3.Database,
  client: pg.Client,
  table: string,
  decimals: readonly string[],
): Promise<void> {
  const columns = source.prepare(`select name, lower(type) as type from pragma_table_info(?)`).all(table) as Column[]
  const declared = columns.map(({ name, type }) => {
    const kind = decimals.includes(name) ? 'numeric(10,2)' : (TYPES[type] ?? type)
    return `"${name}" ${name === 'id' ? 'integer primary key' : kind}`
  })
  await client.query(`create table "${table}" (${declared.join(', ')})`)
  const rows = source.prepare(`select * from "${table}"`).raw().all() as unknown[][]
  for (let start = 0; start < rows.length; start += ROWS_AT_ONCE) {
    const some = rows.slice(start, start + ROWS_AT_ONCE)
    const values = some.flatMap((row) => columns.map(({ type }, index) => toPostgres(row[index], type)))
    const places = some.map(
      (_, row) => `(${columns.map(({ type }, index) => place(row * columns.length + index + 1, type)).join(', ')})`,
    )
    await client.query(`insert into "${table}" values ${places.join(', ')}`, values)
  }
}

const ROWS_AT_ONCE = 200

const place = (position: number, type: string) => (type === 'datetime' ? `$${position}::timestamptz` : `$${position}`)

function toPostgres(value: unknown, type: string): unknown {
  if (value === null) return null
  // The sign of years beyond 9999 would be that of a time zone.
  if (type === 'datetime') return new Date(Number(value)).toISOString().replace(/^\+0*/, '')
  if (type === 'boolean') return Number(value) === 1
  return value
}
