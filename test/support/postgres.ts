/** Databases on the PostgreSQL server of the test run. */

import { randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import pg from 'pg'
import { inject } from 'vitest'
import { fixture } from './fixture.ts'

export interface PostgresDatabase {
  readonly url: string
  drop(): Promise<void>
}

/** A new database that sorts texts by their bytes, as SQLite does, after running the given script in it. */
export async function createDatabase(script = ''): Promise<PostgresDatabase> {
  const server = await serverUrl()
  const name = `lectern_test_${randomUUID().replaceAll('-', '')}`
  await runScript(server, `create database ${name} template template0 encoding 'UTF8' lc_collate 'C' lc_ctype 'C'`)
  const url = databaseUrl(server, name)
  const drop = () => runScript(server, `drop database if exists ${name} with (force)`)
  try {
    if (script !== '') await runScript(url, script)
  } catch (error) {
    await drop()
    throw error
  }
  return { url, drop }
}

/** The database of the recorded project. */
export function createMagazine(): Promise<PostgresDatabase> {
  return createDatabase(readFileSync(fixture('magazine.postgres.sql'), 'utf8'))
}

export async function runScript(url: string, script: string): Promise<void> {
  const client = new pg.Client(url)
  await client.connect()
  try {
    await client.query(script)
  } finally {
    await client.end()
  }
}

async function serverUrl(): Promise<string> {
  // Asked now and then: a connection that was kept since the last time may be closed by the other side just now.
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
