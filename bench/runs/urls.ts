import type { BenchDatabases } from '../database/bench-databases.ts'
import { type Cost, costOf } from '../load/cost-of.ts'
import { untilServed } from '../load/patient-start.ts'
import type { BenchOptions } from '../options.ts'
import { adopt, startLectern } from '../peers/lectern.ts'
import { peerTitles } from '../peers/peers.ts'
import type { Server } from '../peers/start-server.ts'
import { whileRunning } from '../peers/while-running.ts'
import { shapeCount, withShape, withValue } from './distinct-urls.ts'

const starts = 5

export type UrlKind = 'repeated' | 'other values' | 'known shapes' | 'new shapes'

export type UrlsResult = {
  readonly costs: ReadonlyMap<UrlKind, readonly Cost[]>
  /** Milliseconds of the requests of a process, from its first to its tenth, for each of some processes. */
  readonly first: readonly (readonly number[])[]
}

const numbered = (from: number, count: number): readonly number[] => Array.from({ length: count }, (_, k) => from + k)

const measureKinds = async (server: Server, options: BenchOptions): Promise<UrlsResult['costs']> => {
  const costs = new Map<UrlKind, Cost[]>()
  const part = Math.floor(options.requests / options.rounds)
  const measure = async (kind: UrlKind, paths: readonly string[]): Promise<void> => {
    const urls = paths.map((path) => server.origin + path)
    costs.set(kind, [...(costs.get(kind) ?? []), await costOf(server, urls, part, options)])
  }
  await untilServed(server.origin + withValue(0))
  await costOf(server, [server.origin + withValue(0)], part, options)
  for (let round = 0; round < options.rounds; round += 1) {
    console.log(`round ${round + 1} of ${options.rounds}`)
    await measure('repeated', [withValue(0)])
    await measure('other values', numbered(1 + round * part, part).map(withValue))
    const shapes = numbered(round * part, part).map((number) => withShape((number * 4_909) % shapeCount))
    await measure('new shapes', shapes)
    // Few enough that all their statements stay cached; each is sent as often as needed.
    const known = shapes.slice(-100)
    await costOf(
      server,
      known.map((path) => server.origin + path),
      300,
      options,
    )
    await measure('known shapes', known)
  }
  return costs
}

const firstRequests = (database: string, more: readonly string[]): Promise<readonly number[]> =>
  whileRunning(async (keep) => {
    const server = await keep(startLectern(peerTitles.lectern, { database, warm: false, more }))
    const times: number[] = []
    for (let number = 0; number < 10; number += 1) {
      const { elapsed } = await costOf(server, [server.origin + withValue(number)], 1, { connections: 1 })
      times.push(elapsed)
    }
    return times
  })

/** URLs that were never seen before, and processes that have answered nothing before; nothing is cached. */
export const measureUrls = (databases: BenchDatabases, options: BenchOptions): Promise<UrlsResult> =>
  whileRunning(async (keep) => {
    const { scale, lectern: more } = options
    const database = await databases.copy(scale, 'urls')
    adopt(database)
    const first: (readonly number[])[] = []
    for (let start = 0; start < starts; start += 1) first.push(await firstRequests(database, more))
    const server = await keep(startLectern(peerTitles.lectern, { database, warm: false, more }))
    return { costs: await measureKinds(server, options), first }
  })
