import { setTimeout as sleep } from 'node:timers/promises'
import type { BenchDatabases } from '../database/bench-databases.ts'
import { type Outcome, startClients } from '../load/patient-clients.ts'
import type { BenchOptions } from '../options.ts'
import { startLectern } from '../peers/lectern.ts'
import { peerTitles } from '../peers/peers.ts'
import { memoryOfTree } from '../peers/process-tree.ts'
import type { Server } from '../peers/start-server.ts'
import { whileRunning } from '../peers/while-running.ts'

export type Goodput = { readonly connections: number; readonly perSecond: number; readonly refusedPerSecond: number }
export type Beside = {
  /** Connections with other requests, and what those ask for. */
  readonly expensive: number
  readonly what: 'scans' | 'populates'
  readonly p50: number
  readonly p99: number
  readonly answers: number
}

export type Overload = {
  readonly goodput: readonly Goodput[]
  readonly cheap: readonly Beside[]
  /** Bytes, of all processes together, at their highest. */
  readonly memory: number
}

/** Looks through all titles, for another word each time: no cache helps. */
const expensive = (number: number): string => `/api/articles?filters[title][$containsi]=%C3%A4${number}&fields=title`
/** Everything that a hundred entries are related to, for another filter each time. */
const populating = (number: number): string =>
  `/api/articles?populate=*&pagination[pageSize]=100&filters[id][$gt]=-${number}`
const cheap = (number: number): string => `/api/tags?sort=id&pagination[start]=${number % 20}&pagination[limit]=5`

const crowds = [8, 64, 512]
const neighbours = [
  { expensive: 0, what: 'scans' },
  { expensive: 4, what: 'scans' },
  { expensive: 50, what: 'scans' },
  { expensive: 200, what: 'populates' },
] as const

const requests = { scans: expensive, populates: populating }

const during = async (server: Server, connections: number, paths: typeof cheap, seconds: number): Promise<Outcome> => {
  const clients = await startClients(server.origin, connections, paths)
  await sleep(seconds * 1000)
  return clients.stop()
}

const goodputOf = async (server: Server, connections: number, seconds: number): Promise<Goodput> => {
  const outcome = await during(server, connections, expensive, seconds)
  const perSecond = (count: number): number => count / outcome.seconds
  return { connections, perSecond: perSecond(outcome.latencies.length), refusedPerSecond: perSecond(outcome.refused) }
}

const besides = async (
  server: Server,
  others: Pick<Beside, 'expensive' | 'what'>,
  seconds: number,
): Promise<Beside> => {
  const crowd = await startClients(server.origin, others.expensive, requests[others.what])
  await sleep(1000)
  const { latencies } = await during(server, 1, cheap, seconds)
  await crowd.stop()
  const sorted = latencies.toSorted((a, b) => a - b)
  const quantile = (share: number): number =>
    sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN
  return { ...others, p50: quantile(0.5), p99: quantile(0.99), answers: sorted.length }
}

const watchMemory = (server: Server) => {
  let highest = 0
  const look = (): void => {
    highest = Math.max(highest, memoryOfTree(server.child.pid ?? 0))
  }
  const timer = setInterval(look, 250)
  return () => {
    clearInterval(timer)
    return highest
  }
}

/** One process, no cache, the database as it is. */
export const overload = (databases: BenchDatabases, options: BenchOptions): Promise<Overload> =>
  whileRunning(async (keep) => {
    const { seconds, lectern: more } = options
    const database = await databases.copy(options.scale, 'overload')
    const server = await keep(startLectern(peerTitles.lectern, { database, warm: false, more }))
    const highest = watchMemory(server)
    // Warm up: both statements are prepared, and the readers are started.
    await during(server, 8, expensive, 2)
    await during(server, 1, cheap, 1)
    const goodput: Goodput[] = []
    for (const connections of crowds) goodput.push(await goodputOf(server, connections, seconds))
    const beside: Beside[] = []
    for (const others of neighbours) beside.push(await besides(server, others, seconds))
    return { goodput, cheap: beside, memory: highest() }
  })
