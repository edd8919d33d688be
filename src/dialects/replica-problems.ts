/** The problems of the configured replicas. */

import type { Problem } from '../config/problem.ts'
import type { DatabaseSettings } from '../config/settings.ts'
import { backendOf } from './backends.ts'
import { NO_CLIENT } from './found-target.ts'

type Named = Pick<DatabaseSettings, 'client' | 'replicas'>

export function replicaProblems({ client, replicas }: Named): readonly Problem[] {
  // A missing database is reported elsewhere.
  if (replicas.length === 0 || client === NO_CLIENT) return []
  const message = 'Replicas are copies of a database server, and this database is a file; remove them.'
  return backendOf({ client }).replicas?.problems(replicas) ?? [{ file: null, path: 'replicas', message }]
}
