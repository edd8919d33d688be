import type { DatabaseSettings } from '../../config/settings.ts'
import type { Backend, OpenDatabase } from '../backend.ts'
import { openPostgres } from './database.ts'
import { postgresDdl } from './ddl.ts'
import { postgresNaming, replicaProblems } from './naming.ts'
import { openPostgresReplicated } from './replicas.ts'
import { postgresScript } from './script.ts'
import { settleTable } from './settle-table.ts'
import { postgresSnapshot } from './snapshot.ts'
import { postgresTrial } from './trial.ts'
import { openPostgresForWriting } from './writable-database.ts'

/** A PostgreSQL server, or several of which one is the primary. */
export const postgresBackend: Backend = {
  naming: postgresNaming,
  strapi: {
    foldsAsciiOnly: false,
    roundsBigIntegers: false,
    comparesJsonAsText: false,
    trimsTimes: true,
    failsOnOtherTypes: true,
  },

  open,
  replicas: { problems: replicaProblems, open: openPostgresReplicated },
  openForWriting: openPostgresForWriting,
  openTrial: postgresTrial,
  snapshot: postgresSnapshot,

  // Databases are created by the operator of the server, and a connection ends when its database is dropped.
  missing: () => null,
  identity: () => null,
  backup: null,

  ddl: postgresDdl,
  script: postgresScript,
  settle: settleTable,
}

async function open(settings: DatabaseSettings): Promise<OpenDatabase> {
  const { database, exact, ...opened } = await openPostgres(settings)
  return { ...opened, database: exact(database) }
}
