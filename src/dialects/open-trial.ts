import type { DatabaseSettings } from '../config/settings.ts'
import type { Trial, Wanted } from '../execute/trial.ts'
import { postgresTrial } from './postgres/trial.ts'
import { sqliteTrial } from './sqlite/trial.ts'

/** The database must be one that `openDatabase` opens. */
export function openTrial(settings: DatabaseSettings, wanted: Wanted): Promise<Trial> {
  if (settings.client === 'postgres') return postgresTrial(settings, wanted)
  const { connection } = settings
  return sqliteTrial(typeof connection === 'string' ? connection : String(connection.filename))
}
