import type { DatabaseSettings } from '../../config/settings.ts'
import type { Backend, OpenDatabase } from '../backend.ts'
import { postgresDdl } from './ddl.ts'
import { isOutage } from './error-codes.ts'
import { postgresNaming, replicaProblems } from './naming.ts'
import { postgresScript } from './script.ts'
import { settleTable } from './settle-table.ts'

/**
 * A PostgreSQL server, or several of which one is the primary. Modules that load the driver are imported lazily, so
 * that projects on another database start without it.
 */
export const postgresBackend: Backend = {
  naming: postgresNaming,
  strapi: {
    foldsAsciiOnly: false,
    roundsBigIntegers: false,
    comparesJsonAsText: false,
    trimsTimes: true,
    failsOnOtherTypes: true,
    failsBesideWriters: false,
  },

  open,
  replicas: {
    problems: replicaProblems,
    open: async (...opened) => (await import('./replicas.ts')).openPostgresReplicated(...opened),
  },
  openForWriting: async (settings) => (await import('./writable-database.ts')).openPostgresForWriting(settings),
  openTrial: async (settings, wanted) => (await import('./trial.ts')).postgresTrial(settings, wanted),
  snapshot: async (settings, work) => (await import('./snapshot.ts')).postgresSnapshot(settings, work),

  // The operator of the server creates databases, and dropping one ends its connections.
  missing: () => null,
  identity: () => null,
  backup: null,

  limitsValues: true,
  ddl: postgresDdl,
  script: postgresScript,
  settle: settleTable,
  isOutage,
}

async function open(settings: DatabaseSettings): Promise<OpenDatabase> {
  const { openPostgres } = await import('./database.ts')
  const { database, exact, ...opened } = await openPostgres(settings)
  return { ...opened, database: exact(database) }
}
