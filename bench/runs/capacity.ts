import type { BenchDatabases } from '../database/bench-databases.ts'
import { type Cost, costOf } from '../load/cost-of.ts'
import { untilServed } from '../load/patient-start.ts'
import type { BenchOptions } from '../options.ts'
import { startColdAndWarm } from '../peers/cold-and-warm.ts'
import type { Server } from '../peers/start-server.ts'
import { whileRunning } from '../peers/while-running.ts'
import { chosenQueries } from '../queries.ts'

export type CapacityResult = readonly {
  readonly name: string
  readonly cold: readonly Cost[]
  readonly warm: readonly Cost[]
}[]

/** Requests of a round: enough for ticks of ten milliseconds, and no more than a slow query can answer soon. */
const most = { cold: 500, warm: 3_000 }

/** Low concurrency: waiting is not measured, and slow requests would be refused. */
const patient = { connections: 2 }

const amountFor = async (server: Server, url: string, limit: number, options: BenchOptions): Promise<number> => {
  const { elapsed } = await costOf(server, [url], 4, patient)
  return Math.min(limit, Math.max(4, Math.ceil((options.seconds * 1000) / elapsed)))
}

const roundsOf = async (
  server: Server,
  path: string,
  limit: number,
  options: BenchOptions,
): Promise<readonly Cost[]> => {
  const url = server.origin + path
  await untilServed(url)
  const amount = await amountFor(server, url, limit, options)
  const costs: Cost[] = []
  for (let round = 0; round < options.rounds; round += 1) costs.push(await costOf(server, [url], amount, patient))
  return costs
}

/** Processor time of each kind of request, of Lectern and of the database, cached and not. */
export const measureCapacity = (databases: BenchDatabases, options: BenchOptions): Promise<CapacityResult> =>
  whileRunning(async (keep) => {
    const { cold, warm } = await startColdAndWarm(keep, databases, 'capacity', options)
    const result: CapacityResult[number][] = []
    for (const { name, path } of chosenQueries(options.scale, options.only)) {
      console.log(`measuring ${name}`)
      result.push({
        name,
        cold: await roundsOf(cold, path, most.cold, options),
        warm: await roundsOf(warm, path, most.warm, options),
      })
    }
    return result
  })
