/** The one place that knows which dialects there are. */

import { ProjectError } from '../config/problem.ts'
import type { DatabaseSettings } from '../config/settings.ts'
import type { Database } from '../execute/database.ts'
import type { Dialect } from '../sql/dialect.ts'
import { openPostgres } from './postgres/database.ts'
import { countTriggers, keptCounts } from './sqlite/counts.ts'
import { openSqlite } from './sqlite/database.ts'
import { sqliteDialect } from './sqlite/dialect.ts'

export interface OpenDatabase {
  readonly database: Database
  readonly dialect: Dialect
  /** For people: what is open. */
  readonly description: string
}

/** `threads`: how many more of them may read, where reading is done in this process. */
export async function openDatabase(settings: DatabaseSettings, threads = 0): Promise<OpenDatabase> {
  const { client, connection } = settings
  if (client === 'postgres') {
    const { database, exact, ...open } = await openPostgres(settings)
    return { ...open, database: exact(database) }
  }
  const file = typeof connection === 'string' ? connection : connection.filename
  if (client !== 'sqlite' || typeof file !== 'string') throw unsupported(client)
  const database = openSqlite(file, { threads, ...settings })
  return {
    database,
    dialect: { ...sqliteDialect, keptCount: keptCounts(await database.run(countTriggers)) },
    description: `SQLite file ${file}`,
  }
}

function unsupported(client: string): ProjectError {
  const message = `The database client ${client} is not supported; give a SQLite file or a postgresql:// URL with --database.`
  return new ProjectError([{ file: null, path: null, message }])
}
