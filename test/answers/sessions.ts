/** Connections of another program that does not use Lectern. */

import BetterSqlite3 from 'better-sqlite3'
import pg from 'pg'
import type { DatabaseKind } from '../writes/site.ts'

export interface Session {
  run(statement: string): Promise<void>
  rows(statement: string): Promise<readonly unknown[]>
  begin(): Promise<void>
  commit(): Promise<void>
  /** Inside a transaction: a statement that fails has no effect. */
  tryRun(statement: string): Promise<void>
  /** Runs all of them in one transaction. */
  attempt(statements: readonly string[]): Promise<void>
  close(): Promise<void>
}

type Connection = Pick<Session, 'run' | 'rows' | 'close'>

export async function connectTo(kind: DatabaseKind, database: string): Promise<Session> {
  const connection = kind === 'SQLite' ? sqlite(database) : await postgres(database)
  const { run } = connection
  async function tryRun(statement: string): Promise<void> {
    await run('savepoint s')
    try {
      await run(statement)
      await run('release savepoint s')
    } catch {
      await run('rollback to savepoint s')
      await run('release savepoint s')
    }
  }
  const begin = () => run('begin')
  const commit = () => run('commit')
  async function attempt(statements: readonly string[]): Promise<void> {
    await begin()
    for (const statement of statements) await tryRun(statement)
    await commit()
  }
  return { ...connection, begin, commit, tryRun, attempt }
}

function sqlite(file: string): Connection {
  const connection = new BetterSqlite3(file, { timeout: 5_000 })
  connection.pragma('foreign_keys = on')
  return {
    run: async (statement) => void connection.exec(statement),
    rows: async (statement) => connection.prepare(statement).pluck().all(),
    close: async () => void connection.close(),
  }
}

async function postgres(url: string): Promise<Connection> {
  const client = new pg.Client(url)
  await client.connect()
  // Two transactions that wait for each other fail quickly.
  await client.query("set lock_timeout = '50ms'")
  return {
    run: async (statement) => void (await client.query(statement)),
    rows: async (text) => (await client.query<[unknown]>({ text, rowMode: 'array' })).rows.map(([first]) => first),
    close: () => client.end(),
  }
}
