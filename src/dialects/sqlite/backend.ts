import { stat } from 'node:fs/promises'
import type { DatabaseSettings } from '../../config/settings.ts'
import type { Backend, Identity, MissingDatabase, OpenDatabase } from '../backend.ts'
import { backupSqlite } from './backup.ts'
import { countTriggers, storedCounts } from './counts.ts'
import { openSqlite } from './database.ts'
import { sqliteDdl } from './ddl.ts'
import { sqliteDialect } from './dialect.ts'
import { isOutage } from './error-codes.ts'
import { identityIn } from './file-identity.ts'
import { isAbsent } from './is-absent.ts'
import { fileOf, sqliteNaming } from './naming.ts'
import { sqliteScript } from './script.ts'
import { sqliteSnapshot } from './snapshot.ts'
import { sqliteTrial } from './trial.ts'
import { openSqliteForWriting } from './writable-database.ts'

/** A SQLite file: read and written by this process, its readers and its thread. */
export const sqliteBackend: Backend = {
  naming: sqliteNaming,
  strapi: {
    foldsAsciiOnly: true,
    roundsBigIntegers: true,
    comparesJsonAsText: true,
    trimsTimes: false,
    failsOnOtherTypes: false,
    failsBesideWriters: true,
  },

  open,
  replicas: null,
  openForWriting: (settings, apart = false) => openSqliteForWriting(fileOf(settings), { ...settings, apart }),
  openTrial: (settings) => sqliteTrial(fileOf(settings)),
  snapshot: (settings, work) => sqliteSnapshot(fileOf(settings), work),

  missing,
  identity,
  backup: (settings, copy, onProgress) => backupSqlite(fileOf(settings), copy, onProgress),

  limitsValues: false,
  ddl: sqliteDdl,
  script: () => sqliteScript,
  // New ids are greater than all earlier ones, and the planner does well without statistics.
  settle: () => [],
  isOutage,
}

async function open(settings: DatabaseSettings, readers = 0): Promise<OpenDatabase> {
  const file = fileOf(settings)
  const database = openSqlite(file, { readers, ...settings })
  const storedCount = storedCounts(await database.run(countTriggers))
  return { database, dialect: { ...sqliteDialect, storedCount }, description: describe(file) }
}

function missing(settings: DatabaseSettings): MissingDatabase | null {
  const file = fileOf(settings)
  return isAbsent(file) ? { dialect: sqliteDialect, description: describe(file) } : null
}

const describe = (file: string): string => `SQLite file ${file}`

function identity(settings: DatabaseSettings): Identity | null {
  const file = fileOf(settings)
  if (file === ':memory:') return null
  return async () => {
    try {
      return identityIn(await stat(file, { bigint: true }))
    } catch {
      return null
    }
  }
}
