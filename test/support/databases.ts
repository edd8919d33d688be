/** The databases that tests run on: `describe.each(DATABASES)('… on %s', (kind) => …)`. */

import type { ClientName } from '../../src/dialects/backend.ts'
import { fixture } from './fixture.ts'
import { createMagazine, type PostgresDatabase } from './postgres.ts'

export const DATABASES = ['SQLite', 'PostgreSQL'] as const
export type DatabaseKind = (typeof DATABASES)[number]

/** As `config/database` and the recorded cases name them. */
export const CLIENTS: Readonly<Record<DatabaseKind, ClientName>> = { SQLite: 'sqlite', PostgreSQL: 'postgres' }

/** The database of the recorded project, to be read only: on SQLite it is the file in the repository. */
export const openMagazineDatabase: Readonly<Record<DatabaseKind, () => Promise<PostgresDatabase>>> = {
  SQLite: async () => ({ url: fixture('magazine.sqlite'), drop: async () => {} }),
  PostgreSQL: createMagazine,
}
