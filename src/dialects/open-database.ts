/** The one place that knows which dialects there are. */

import { ProjectError } from '../config/problem.ts'
import type { DatabaseTarget } from '../config/settings.ts'
import type { Database } from '../execute/database.ts'
import type { Dialect } from '../sql/dialect.ts'
import { openSqlite } from './sqlite/database.ts'
import { sqliteDialect } from './sqlite/dialect.ts'

export interface OpenDatabase {
  readonly database: Database
  readonly dialect: Dialect
  /** For people: what is open. */
  readonly description: string
}

export async function openDatabase({ client, connection }: DatabaseTarget): Promise<OpenDatabase> {
  const file = typeof connection === 'string' ? connection : connection.filename
  if (client !== 'sqlite' || typeof file !== 'string') throw unsupported(client)
  return { database: openSqlite(file), dialect: sqliteDialect, description: `SQLite file ${file}` }
}

function unsupported(client: string): ProjectError {
  const message = `The project's database client is ${client}, which this version cannot read yet. Give a SQLite file with --database.`
  return new ProjectError([{ file: null, path: null, message }])
}
