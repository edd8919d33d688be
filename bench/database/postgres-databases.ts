import pg from 'pg'
import { startEmbedded } from '../../test/support/embedded-server.ts'
import type { BenchDatabases, Log } from './bench-databases.ts'
import { fillPostgres } from './fill-postgres.ts'

const within = async <Value>(url: string, work: (client: pg.Client) => Promise<Value>): Promise<Value> => {
  const client = new pg.Client(url)
  await client.connect()
  try {
    return await work(client)
  } finally {
    await client.end()
  }
}

const firstColumn = async (url: string, text: string): Promise<readonly string[]> =>
  within(url, async (client) =>
    (await client.query<string[]>({ text, rowMode: 'array' })).rows.map(([value = '']) => value),
  )

const inServer = (server: string, name: string): string => {
  const url = new URL(server)
  url.pathname = `/${name}`
  return url.href
}

/** A server of the bench's own, with default settings but for durability. */
export const openPostgresDatabases = async (log: Log): Promise<BenchDatabases> => {
  const server = await startEmbedded()
  const command = (text: string): Promise<unknown> => within(server.url, (client) => client.query(text))
  const originals = new Map<number, string>()
  const original = async (scale: number): Promise<string> => {
    const known = originals.get(scale)
    if (known !== undefined) return known
    const name = `magazine_${scale}`
    await command(`create database ${name}`)
    await within(inServer(server.url, name), (client) => fillPostgres(client, scale, log))
    originals.set(scale, name)
    return name
  }
  const make = async (name: string, template: string): Promise<string> => {
    const database = name.replaceAll(/\W/g, '_').toLowerCase()
    await command(`create database ${database} template ${template} strategy file_copy`)
    return inServer(server.url, database)
  }
  return {
    kind: 'postgres',
    version: (await firstColumn(server.url, 'show server_version')).join(),
    copy: async (scale, name) => make(`${name}_${scale}`, await original(scale)),
    create: (name) => make(name, 'template0'),
    duplicate: (url, name) => make(name, new URL(url).pathname.slice(1)),
    execute: (url, statements) =>
      within(url, async (client) => {
        for (const statement of statements) await client.query(statement)
      }),
    indexNames: async (url) => new Set(await firstColumn(url, `select indexname from pg_indexes`)),
    tableNames: (url) => firstColumn(url, `select tablename from pg_tables where schemaname = 'public' order by 1`),
    countRows: async (url, table) => Number((await firstColumn(url, `select count(*) from public."${table}"`))[0]),
    remove: () => server.stop(),
  }
}
