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

/** `readers`: how many processes more may read, where reading is done by this one. */
export async function openDatabase(settings: DatabaseSettings, readers = 0): Promise<OpenDatabase> {
  const { client, connection } = settings
  if (client === 'postgres') {
    const { database, exact, ...open } = await openPostgres(settings)
    return { ...open, database: exact(database) }
  }
  const file = typeof connection === 'string' ? connection : connection.filename
  if (client !== 'sqlite' || typeof file !== 'string') throw unsupported(client)
  const database = openSqlite(file, { readers, ...settings })
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
