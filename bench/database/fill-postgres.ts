import { readFileSync } from 'node:fs'
import type Database from 'better-sqlite3'
import type pg from 'pg'
import { Sqlite } from '../../src/dialects/sqlite/driver.ts'
import { fixtureDatabase, fixtureDump } from '../project-root.ts'
import type { Log } from './bench-databases.ts'
import { type CopiedTable, copiedTables, postgresCopyStatement } from './copied-tables.ts'

type Index = { readonly name: string; readonly definition: string }

const indexesOf = async (client: pg.Client, table: string): Promise<readonly Index[]> => {
  const text = `select i.indexname as name, i.indexdef as definition from pg_indexes as i
    where i.schemaname = 'public' and i.tablename = $1
    and not exists (select 1 from pg_constraint as c where c.conname = i.indexname)`
  return (await client.query<Index>(text, [table])).rows
}

const countOf = async (client: pg.Client, table: string): Promise<number> => {
  const { rows } = await client.query<{ count: string }>(`select count(*) from public."${table}"`)
  return Number(rows[0]?.count)
}

// Indexes built after the rows are several times faster to make.
const copyTable = async (client: pg.Client, source: Database.Database, table: CopiedTable, scale: number) => {
  const before = await countOf(client, table.name)
  const indexes = await indexesOf(client, table.name)
  for (const index of indexes) await client.query(`drop index public."${index.name}"`)
  await client.query(postgresCopyStatement(source, table, scale - 1))
  for (const index of indexes) await client.query(index.definition)
  const after = await countOf(client, table.name)
  if (after !== before * scale) throw new Error(`${table.name} has ${after} rows, not ${before} × ${scale}.`)
}

// Sequences go on after the copied ids, for rows that are inserted later.
const moveSequences = async (client: pg.Client, table: CopiedTable): Promise<void> => {
  if (!table.columns.includes('id')) return
  const sequence = `pg_get_serial_sequence('public."${table.name}"', 'id')`
  await client.query(`select setval(${sequence}, (select max(id) + 1 from public."${table.name}"), false)
    where ${sequence} is not null and exists (select 1 from public."${table.name}")`)
}

/** The content of the fixture, `scale` times, in an empty database. */
export const fillPostgres = async (client: pg.Client, scale: number, log: Log): Promise<void> => {
  const source = new Sqlite(fixtureDatabase, { readonly: true })
  try {
    await client.query(readFileSync(fixtureDump, 'utf8'))
    // Rows that a link references may be copied later.
    await client.query('set session_replication_role = replica')
    for (const table of copiedTables(source)) {
      await copyTable(client, source, table, scale)
      await moveSequences(client, table)
    }
    log(`${await countOf(client, 'articles')} rows of articles`)
    // Autovacuum would have done this in time.
    await client.query('vacuum analyze')
  } finally {
    source.close()
  }
}
