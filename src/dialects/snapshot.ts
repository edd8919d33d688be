/** Many reads that agree with one another. */

import type { DatabaseSettings } from '../config/settings.ts'
import type { Run } from '../execute/database.ts'
import { postgresSnapshot } from './postgres/snapshot.ts'
import { sqliteSnapshot } from './sqlite/snapshot.ts'

/** The database must be one that `openDatabase` opens. */
export function inSnapshot<T>(settings: DatabaseSettings, work: (run: Run) => Promise<T>): Promise<T> {
  if (settings.client === 'postgres') return postgresSnapshot(settings, work)
  const { connection } = settings
  return sqliteSnapshot(typeof connection === 'string' ? connection : String(connection.filename), work)
}
