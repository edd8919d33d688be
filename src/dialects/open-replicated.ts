/** Opens the database to serve from, with its replicas if it has any. */

import type { DatabaseSettings } from '../config/settings.ts'
import type { ReplicatedDatabase } from '../execute/replicated-database.ts'
import type { OpenDatabase, ReplicaOptions } from './backend.ts'
import { backendOf } from './backends.ts'

/** Call this only with replicas that have no `replicaProblems`. */
export async function openReplicated(
  settings: DatabaseSettings,
  options: ReplicaOptions & { readonly readers?: number },
): Promise<OpenDatabase & ReplicatedDatabase> {
  const { open, replicas } = backendOf(settings)
  if (replicas !== null && settings.replicas.length > 0) return replicas.open(settings, options)
  const opened = await open(settings, options.readers)
  return { ...opened, fresh: opened.database }
}
