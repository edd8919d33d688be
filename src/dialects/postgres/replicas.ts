/** A PostgreSQL primary with its replicas. */

import { refusal, UnreachableError } from '../../config/problem.ts'
import { isRecord } from '../../config/project-config.ts'
import type { DatabaseSettings } from '../../config/settings.ts'
import type { Database } from '../../execute/database.ts'
import { type Replica, type ReplicatedDatabase, replicatedDatabase } from '../../execute/replicated-database.ts'
import type { ReplicaOptions } from '../backend.ts'
import { serverAddress } from './connection-options.ts'
import { type OpenPostgres, openPostgres } from './database.ts'
import type { DialectFacts } from './dialect.ts'

export async function openPostgresReplicated(
  settings: DatabaseSettings,
  options: ReplicaOptions,
): Promise<OpenPostgres & ReplicatedDatabase> {
  const primary = await openPostgres(settings)
  try {
    const replicas = await openAll(settings, primary.facts, options.patient)
    const { database, fresh } = replicatedDatabase(primary.database, replicas, { report: options.report })
    return { ...primary, database: primary.exact(database), fresh: primary.exact(fresh) }
  } catch (error) {
    await primary.database.close()
    throw error
  }
}

/** Throws if a replica is unusable; with `patient`, unreachable ones are tolerated. */
async function openAll(settings: DatabaseSettings, facts: DialectFacts, patient: boolean): Promise<readonly Replica[]> {
  const opening = settings.replicas.map(async (url): Promise<Replica> => {
    const open = () => openReplica(settings, url, facts)
    const name = `the replica at ${serverAddress(url).place}`
    try {
      return { name, open, failure: null, database: await open() }
    } catch (error) {
      if (patient && error instanceof UnreachableError) return { name, open, failure: error, database: null }
      throw error
    }
  })
  const results = await Promise.allSettled(opening)
  const opened = results.flatMap((result) => (result.status === 'fulfilled' ? [result.value] : []))
  const failed = results.find((result) => result.status === 'rejected')
  if (failed === undefined) return opened
  await Promise.all(opened.map(({ database }) => database?.close()))
  throw failed.reason
}

/** SQL is written for the primary; a replica that needs different SQL is rejected. */
async function openReplica(settings: DatabaseSettings, url: string, facts: DialectFacts): Promise<Database> {
  const { database, facts: own } = await openPostgres({ ...settings, connection: replicaConnection(settings, url) })
  const alike: readonly (keyof DialectFacts)[] = ['timeZone', 'foldingCollation', 'hasIsJson', 'storesCounts']
  if (alike.every((fact) => own[fact] === facts[fact])) return database
  await database.close()
  const message = `The replica at ${serverAddress(url).place} has another version, other collations or fewer tables than the primary; name streaming replicas of the same server.`
  throw refusal(message)
}

/** Schema and encryption are those of the primary, unless the URL sets them. */
function replicaConnection({ connection }: DatabaseSettings, url: string): Readonly<Record<string, unknown>> {
  const { schema } = serverAddress(connection)
  return { ...(isRecord(connection) ? { ssl: connection.ssl } : {}), schema, connectionString: url }
}
