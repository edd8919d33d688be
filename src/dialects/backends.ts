/** The only place that knows which databases exist. */

import { refusal } from '../config/problem.ts'
import type { DatabaseTarget } from '../config/settings.ts'
import type { Backend, ClientName } from './backend.ts'
import { postgresBackend } from './postgres/backend.ts'
import { sqliteBackend } from './sqlite/backend.ts'

export const BACKENDS: Readonly<Record<ClientName, Backend>> = {
  sqlite: sqliteBackend,
  postgres: postgresBackend,
}

/** The default for a project that names no database, as in Strapi. */
export const DEFAULT_BACKEND: Backend = BACKENDS.sqlite

/** For messages: what to pass with `--database`. */
export const EXAMPLES = Object.values(BACKENDS)
  .map(({ naming }) => naming.example)
  .join(' or ')

/** Throws if there is no backend for the client. */
export function backendOf({ client }: Pick<DatabaseTarget, 'client'>): Backend {
  if (isClientName(client)) return BACKENDS[client]
  const message = `The database client ${client} is not supported; give ${EXAMPLES} with --database.`
  throw refusal(message)
}

export function isClientName(client: unknown): client is ClientName {
  return typeof client === 'string' && Object.hasOwn(BACKENDS, client)
}
