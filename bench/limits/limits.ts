import { interleave, type LoadOptions } from '../load/interleave.ts'
import type { Measurement } from '../load/load.ts'
import { type Server, startServer } from '../peers/start-server.ts'
import type { Keep } from '../peers/while-running.ts'
import { fromRoot } from '../project-root.ts'
import type { BenchQuery } from '../queries.ts'
import { type DatabaseAlone, openDatabaseAlone } from './database-alone.ts'

/** Upper bounds: no server that answers these queries over HTTP from this database can be faster. */
export type LimitName = 'nodeHttp' | 'databaseAlone'

export type Limits = Readonly<Record<LimitName, readonly Measurement[]>>

export type Limited = { readonly bare: Server; readonly database: DatabaseAlone }

const program = fromRoot('bench', 'dist', 'bench', 'limits', 'bare-server.js')

/** `database`: Lectern's own copy, with the indexes that it has. */
export const startLimits = async (source: Server, database: string, keep: Keep): Promise<Limited> => ({
  bare: await keep(startServer('node:http', [program, '--source', source.origin])),
  database: await keep(openDatabaseAlone(database)),
})

export const measureLimits = async (
  { path }: BenchQuery,
  { bare, database }: Limited,
  load: LoadOptions,
): Promise<Limits> => {
  const nodeHttp = (await interleave([{ key: 'bare', urls: [bare.origin + path] }], load)).get('bare') ?? []
  const databaseAlone: Measurement[] = []
  // The first round warms up.
  await database.measure(path, load.seconds / 2)
  for (let round = 0; round < load.rounds; round += 1) databaseAlone.push(await database.measure(path, load.seconds))
  return { nodeHttp, databaseAlone }
}
