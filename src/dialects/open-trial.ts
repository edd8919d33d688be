import type { DatabaseSettings } from '../config/settings.ts'
import type { Trial } from '../execute/trial.ts'
import { postgresTrial } from './postgres/trial.ts'
import { sqliteTrial } from './sqlite/trial.ts'

/** `tables`: those that indexes will be tried on. The database must be one that `openDatabase` opens. */
export function openTrial(settings: DatabaseSettings, tables: readonly string[]): Promise<Trial> {
  if (settings.client === 'postgres') return postgresTrial(settings, tables)
  const { connection } = settings
  return sqliteTrial(typeof connection === 'string' ? connection : String(connection.filename))
}
