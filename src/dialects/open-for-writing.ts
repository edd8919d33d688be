/** Which database to write to, and how to tell it about tables. */

import { existsSync } from 'node:fs'
import { ProjectError } from '../config/problem.ts'
import type { DatabaseSettings } from '../config/settings.ts'
import type { WritableDatabase } from '../execute/database.ts'
import type { Ddl, Script } from '../sql/ddl.ts'
import type { OpenDatabase } from './open-database.ts'
import { postgresDdl } from './postgres/ddl.ts'
import { postgresScript } from './postgres/script.ts'
import { openPostgresForWriting } from './postgres/writable-database.ts'
import { sqliteDdl } from './sqlite/ddl.ts'
import { sqliteDialect } from './sqlite/dialect.ts'
import { sqliteScript } from './sqlite/script.ts'
import { openSqliteForWriting } from './sqlite/writable-database.ts'

/** `apart`: in a thread of its own, where writing is done in this process. */
export async function openForWriting(settings: DatabaseSettings, apart = false): Promise<WritableDatabase> {
  if (settings.client === 'postgres') return openPostgresForWriting(settings)
  const file = sqliteFile(settings)
  if (file !== null) return openSqliteForWriting(file, { ...settings, apart })
  const message = `The database client ${settings.client} is not supported; give a SQLite file or a postgresql:// URL with --database.`
  throw new ProjectError([{ file: null, path: null, message }])
}

export function ddlFor({ client }: DatabaseSettings): Ddl {
  return client === 'postgres' ? postgresDdl : sqliteDdl
}

export function scriptFor(settings: DatabaseSettings): Script {
  return settings.client === 'postgres' ? postgresScript(settings) : sqliteScript
}

/**
 * A SQLite file that is meant and not there yet, to be looked into like an empty one; null when it is there, or
 * when a server is meant.
 */
export function missingFile(settings: DatabaseSettings): Omit<OpenDatabase, 'database'> | null {
  const file = sqliteFile(settings)
  if (file === null || existsSync(file)) return null
  return { dialect: sqliteDialect, description: `SQLite file ${file}` }
}

function sqliteFile({ client, connection }: DatabaseSettings): string | null {
  const file = typeof connection === 'string' ? connection : connection.filename
  return client === 'sqlite' && typeof file === 'string' ? file : null
}
