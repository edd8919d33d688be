import type Database from 'better-sqlite3'
import pg from 'pg'
import { Sqlite } from '../../../src/dialects/sqlite/driver.ts'

/** The first column of each row. */
export type RunStatement = (text: string) => Promise<readonly unknown[]>

const onSqlite = (file: string): RunStatement => {
  const db = new Sqlite(file, { readonly: true, fileMustExist: true })
  const prepared = new Map<string, Database.Statement>()
  return async (text) => {
    const statement = prepared.get(text) ?? db.prepare(text).pluck()
    prepared.set(text, statement)
    return statement.all()
  }
}

// The same number of connections as Lectern; statements are prepared once for each, and JSON stays text.
const onPostgres = (url: string): RunStatement => {
  const types = { getTypeParser: () => (text: string) => text }
  const pool = new pg.Pool({ connectionString: url, max: 10, types, application_name: 'hand-written' })
  const names = new Map<string, string>()
  return async (text) => {
    const name = names.get(text) ?? `s${names.size}`
    names.set(text, name)
    const { rows } = await pool.query<unknown[]>({ text, name, rowMode: 'array' })
    return rows.map((row) => row[0])
  }
}

export const isPostgres = (database: string): boolean => database.startsWith('postgres://')

export const runStatementOn = (database: string): RunStatement =>
  isPostgres(database) ? onPostgres(database) : onSqlite(database)
