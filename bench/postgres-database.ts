import { readFileSync } from 'node:fs'
import Database from 'better-sqlite3'
import pg from 'pg'
import { type EmbeddedServer, startEmbedded } from '../test/support/embedded-server.ts'
import { type CopiedTable, copiedTables, postgresCopyStatement } from './copied-tables.ts'
import { fixtureDatabase, fixtureDump } from './project-root.ts'

type Index = { readonly name: string; readonly definition: string }

const indexesOf = async (client: pg.Client, table: string): Promise<readonly Index[]> => {
  const text = `select i.indexname as name, i.indexdef as definition from pg_indexes as i
    where i.schemaname = 'public' and i.tablename = $1
    and not exists (select 1 from pg_constraint as c where c.conname = i.indexname)`
  return (await client.query<Index>(text, [table])).rows
}

// Indexes built after the rows are several times faster to make.
const copyTable = async (client: pg.Client, source: Database.Database, table: CopiedTable, scale: number) => {
  const indexes = await indexesOf(client, table.name)
  for (const index of indexes) await client.query(`drop index public."${index.name}"`)
  await client.query(postgresCopyStatement(source, table, scale - 1))
  for (const index of indexes) await client.query(index.definition)
}

const countOf = async (client: pg.Client, table: string): Promise<number> => {
  const { rows } = await client.query<{ count: string }>(`select count(*) from public."${table}"`)
  return Number(rows[0]?.count)
}

const fill = async (client: pg.Client, scale: number, log: (line: string) => void): Promise<void> => {
  const source = new Database(fixtureDatabase, { readonly: true })
  try {
    await client.query(readFileSync(fixtureDump, 'utf8'))
    // What a link leads to may be copied later.
    await client.query('set session_replication_role = replica')
    const tables = copiedTables(source)
    for (const [index, table] of tables.entries()) {
      const before = await countOf(client, table.name)
      await copyTable(client, source, table, scale)
      const after = await countOf(client, table.name)
      if (after !== before * scale) throw new Error(`${table.name} has ${after} rows, not ${before} × ${scale}.`)
      log(`${index + 1}/${tables.length} ${table.name}: ${after} rows`)
    }
    // A server that has been up for a while has done this by itself.
    await client.query('vacuum analyze')
  } finally {
    source.close()
  }
}

/** A server of the bench's own, with the content of the fixture `scale` times. It goes with the run. */
export const startScaledPostgres = async (scale: number, log: (line: string) => void): Promise<EmbeddedServer> => {
  const server = await startEmbedded()
  const client = new pg.Client(server.url)
  try {
    await client.connect()
    await fill(client, scale, log)
    return server
  } catch (error) {
    await server.stop()
    throw error
  } finally {
    await client.end()
  }
}
