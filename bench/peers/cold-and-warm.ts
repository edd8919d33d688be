import type { BenchDatabases } from '../database/bench-databases.ts'
import type { BenchOptions } from '../options.ts'
import { adopt, startLectern } from './lectern.ts'
import { peerTitles } from './peers.ts'
import type { Server } from './start-server.ts'
import type { Keep } from './while-running.ts'

/** Two servers of Lectern on one adopted copy of the database: without cached responses, and with them. */
export const startColdAndWarm = async (
  keep: Keep,
  databases: BenchDatabases,
  name: string,
  { scale, lectern: more }: Pick<BenchOptions, 'scale' | 'lectern'>,
): Promise<Readonly<Record<'cold' | 'warm', Server>>> => {
  const database = await databases.copy(scale, name)
  adopt(database)
  const start = (warm: boolean) =>
    keep(startLectern(warm ? peerTitles.warm : peerTitles.lectern, { database, warm, more }))
  return { cold: await start(false), warm: await start(true) }
}
