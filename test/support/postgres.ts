/** Databases on the PostgreSQL server of the test run. */

import { createHash, randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import pg from 'pg'
import { inject } from 'vitest'
import { fixture } from './fixture.ts'

export interface PostgresDatabase {
  readonly url: string
  drop(): Promise<void>
}

/** The content of a new database; it is created once in a test run, and copied from then on. */
export interface Template {
  /** Tells it from all others. */
  readonly key: string
  /** The template that it extends; none by default. */
  readonly base?: Template
  fill(url: string): Promise<void>
}

/** Sorts texts by their bytes, as SQLite does. */
const EMPTY = `template0 encoding 'UTF8' lc_collate 'C' lc_ctype 'C'`

/** A new database, empty or as the template says. */
export async function createDatabase(template?: Template): Promise<PostgresDatabase> {
  const server = await serverUrl()
  const name = `lectern_test_${randomUUID().replaceAll('-', '')}`
  const from = template === undefined ? EMPTY : await madeOnce(server, template)
  // Copying files takes less than writing every page to the log of a server that is never restored.
  await administer(`create database ${name} template ${from} strategy file_copy`)
  return {
    url: databaseUrl(server, name),
    drop: () => administer(`drop database if exists ${name} with (force)`),
  }
}

/** The database of the recorded project. */
export function createMagazine(): Promise<PostgresDatabase> {
  return createDatabase({
    key: 'magazine',
    fill: (url) => runScript(url, readFileSync(fixture('magazine.postgres.sql'), 'utf8')),
  })
}

const templates = new Map<string, Promise<string>>()

/** The name of the template's database: the first process of the run creates it, the others wait. */
function madeOnce(server: string, template: Template): Promise<string> {
  const made = templates.get(template.key) ?? makeTemplate(server, template)
  templates.set(template.key, made)
  return made
}

async function makeTemplate(server: string, { key, base, fill }: Template): Promise<string> {
  const from = base === undefined ? EMPTY : await madeOnce(server, base)
  const name = `${inject('templatePrefix')}${createHash('sha256').update(key).digest('hex').slice(0, 16)}`
  const unfinished = `${name}_unfinished`
  await withClient(server, async (client) => {
    await client.query('select pg_advisory_lock(hashtext($1))', [name])
    const { rows } = await client.query('select from pg_database where datname = $1', [name])
    if (rows.length > 0) return
    await client.query(`drop database if exists ${unfinished}`)
    await client.query(`create database ${unfinished} template ${from} strategy file_copy`)
    await fill(databaseUrl(server, unfinished))
    await client.query(`alter database ${unfinished} rename to ${name}`)
  })
  return name
}

export async function runScript(url: string, script: string): Promise<void> {
  await withClient(url, (client) => client.query(script))
}

export async function withClient<T>(url: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client(url)
  await client.connect()
  try {
    return await work(client)
  } finally {
    await client.end()
  }
}

export interface Session {
  /** Rows as arrays. */
  rows<Row extends unknown[]>(text: string): Promise<readonly Row[]>
  end(): Promise<void>
}

/** One connection for many statements, opened by the first: connecting takes longer than most of them. */
export function createSession(url: string): Session {
  let connecting: Promise<pg.Client> | undefined
  const connect = async () => {
    // Several may be asked for at once.
    const client = new pg.Client({ connectionString: url, pipeline: true })
    await client.connect()
    return client
  }
  return {
    rows: async <Row extends unknown[]>(text: string) => {
      connecting ??= connect()
      const client = await connecting
      return (await client.query<Row>({ text, rowMode: 'array' })).rows
    },
    end: async () => (await connecting)?.end(),
  }
}

/** One connection for creating and dropping databases: opening one takes half as long as either. */
let administration: Promise<pg.Pool> | undefined

async function administer(statement: string): Promise<void> {
  administration ??= openAdministration()
  const pool = await administration
  await pool.query(statement)
}

async function openAdministration(): Promise<pg.Pool> {
  const connectionString = await serverUrl()
  const pool = new pg.Pool({ connectionString, max: 1, idleTimeoutMillis: 0, allowExitOnIdle: true })
  // The server may stop before this process has ended.
  pool.on('error', () => undefined)
  return pool
}

let url: Promise<string> | undefined

function serverUrl(): Promise<string> {
  url ??= askBroker()
  return url
}

async function askBroker(): Promise<string> {
  const response = await fetch(inject('postgresBroker'), { headers: { connection: 'close' } })
  const answer = await response.text()
  if (!response.ok) throw new Error(`no PostgreSQL server for the tests: ${answer}`)
  return answer
}

function databaseUrl(server: string, name: string): string {
  const url = new URL(server)
  url.pathname = `/${name}`
  return url.href
}
