import type { BenchDatabases } from '../database/bench-databases.ts'
import { type Cost, costOf } from '../load/cost-of.ts'
import { untilServed } from '../load/patient-start.ts'
import type { BenchOptions } from '../options.ts'
import { adopt, startLectern } from '../peers/lectern.ts'
import { peerTitles } from '../peers/peers.ts'
import { whileRunning } from '../peers/while-running.ts'
import { chosenQueries } from '../queries.ts'

export const workerCounts = [1, 2] as const

export type WorkersResult = readonly {
  readonly name: string
  readonly costs: ReadonlyMap<number, readonly Cost[]>
}[]

const usual = ['list', 'two-relations', 'deep-populate']
const warmingUp = 200

/** The same reads, not cached, of one process and of two; the load comes from the process of the bench. */
export const measureWorkers = (databases: BenchDatabases, options: BenchOptions): Promise<WorkersResult> =>
  whileRunning(async (keep) => {
    const { scale, only, rounds, seconds } = options
    const database = await databases.copy(scale, 'workers')
    adopt(database)
    const servers = new Map(
      await Promise.all(
        workerCounts.map(async (count) => {
          const more = [...options.lectern, '--workers', String(count)]
          return [count, await keep(startLectern(peerTitles.lectern, { database, warm: false, more }))] as const
        }),
      ),
    )
    const result: WorkersResult[number][] = []
    for (const { name, path } of chosenQueries(scale, only.length === 0 ? usual : only)) {
      console.log(`measuring ${name}`)
      const costs = new Map<number, Cost[]>()
      const amounts = new Map<number, number>()
      for (const [count, server] of servers) {
        await untilServed(server.origin + path)
        const { elapsed } = await costOf(server, [server.origin + path], warmingUp, options)
        amounts.set(count, Math.max(warmingUp, Math.ceil((seconds * 1000) / elapsed)))
      }
      for (let round = 0; round < rounds; round += 1)
        for (const [count, server] of round % 2 === 0 ? servers : [...servers].toReversed()) {
          const cost = await costOf(server, [server.origin + path], amounts.get(count) ?? warmingUp, options)
          costs.set(count, [...(costs.get(count) ?? []), cost])
        }
      result.push({ name, costs })
    }
    return result
  })
