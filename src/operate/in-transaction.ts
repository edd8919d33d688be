/** One change of a project's database from the command line: a transaction on a connection of its own. */

import { type Columns, createReader } from '../auth/reader.ts'
import type { DatabaseSettings } from '../config/settings.ts'
import { backendOf } from '../dialects/backends.ts'
import type { Run } from '../execute/database.ts'
import type { ChangeContext } from '../people/change-context.ts'
import type { Dialect } from '../sql/dialect.ts'

export async function inTransaction<T>(database: DatabaseSettings, work: (run: Run) => Promise<T>): Promise<T> {
  const writer = await backendOf(database).openForWriting(database)
  try {
    return await writer.transaction(work)
  } finally {
    await writer.close()
  }
}

export function changeContext(run: Run, dialect: Dialect, columns: Columns): ChangeContext {
  const { stored, locks } = dialect
  return { ...createReader({ run }, dialect, columns), stored, locks, now: Date.now() }
}
