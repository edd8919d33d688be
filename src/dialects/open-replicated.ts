/** The database to serve from, with its replicas where it has some. */

import type { DatabaseSettings } from '../config/settings.ts'
import type { ReplicatedDatabase } from '../execute/replicated-database.ts'
import { type OpenDatabase, openDatabase } from './open-database.ts'
import { openPostgresReplicated, type ReplicaOptions } from './postgres/replicas.ts'

export async function openReplicated(
  settings: DatabaseSettings,
  options: ReplicaOptions & { readonly readers?: number },
): Promise<OpenDatabase & ReplicatedDatabase> {
  if (settings.replicas.length > 0) return openPostgresReplicated(settings, options)
  const open = await openDatabase(settings, options.readers)
  return { ...open, fresh: open.database }
}
