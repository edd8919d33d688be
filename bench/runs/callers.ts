import { createSigner } from 'fast-jwt'
import type { BenchDatabases } from '../database/bench-databases.ts'
import { costOf, totalOf } from '../load/cost-of.ts'
import { untilServed } from '../load/patient-start.ts'
import type { BenchOptions } from '../options.ts'
import { startColdAndWarm } from '../peers/cold-and-warm.ts'
import type { Server } from '../peers/start-server.ts'
import { whileRunning } from '../peers/while-running.ts'
import { chosenQueries } from '../queries.ts'
import { fixtureKey } from './fixture-key.ts'

export const callers = ['public', 'token', 'JWT'] as const
export type CallerName = (typeof callers)[number]
export type Warmth = 'cold' | 'warm'

/** Milliseconds of processor time a request, of each round. */
export type CallerTimes = ReadonlyMap<`${Warmth} ${CallerName}`, readonly number[]>

export type CallersResult = readonly { readonly name: string; readonly times: CallerTimes }[]

const usual = ['list', 'two-relations']

/** Requests of a round: enough for ticks of ten milliseconds. */
const amounts: Readonly<Record<Warmth, number>> = { cold: 1_000, warm: 5_000 }

/** The credentials of each caller: a token of the fixture, and a JWT signed with its secret. */
const keys: Readonly<Record<CallerName, () => string | undefined>> = {
  public: () => undefined,
  token: () => fixtureKey('read-only'),
  JWT: () => createSigner({ key: 'jwtsecret' })({ id: 1 }),
}

const timesOf = async (servers: ReadonlyMap<Warmth, Server>, path: string, { connections, rounds }: BenchOptions) => {
  const times = new Map<`${Warmth} ${CallerName}`, number[]>()
  for (const [warmth, server] of servers) {
    const url = server.origin + path
    const measure = async (caller: CallerName, amount: number) => {
      const key = keys[caller]()
      const cost = await costOf(server, [url], amount, { connections, ...(key === undefined ? {} : { key }) })
      return totalOf(cost)
    }
    for (const caller of callers) {
      await untilServed(url, keys[caller]())
      await measure(caller, amounts[warmth])
    }
    for (let round = 0; round < rounds; round += 1)
      for (const caller of round % 2 === 0 ? callers : callers.toReversed()) {
        const key = `${warmth} ${caller}` as const
        times.set(key, [...(times.get(key) ?? []), await measure(caller, amounts[warmth])])
      }
  }
  return times
}

/** The same reads by the public, with an API token and by a user: the cost of authentication. */
export const measureCallers = (databases: BenchDatabases, options: BenchOptions): Promise<CallersResult> =>
  whileRunning(async (keep) => {
    const { cold, warm } = await startColdAndWarm(keep, databases, 'callers', options)
    const servers = new Map<Warmth, Server>([
      ['cold', cold],
      ['warm', warm],
    ])
    const result: { name: string; times: CallerTimes }[] = []
    for (const { name, path } of chosenQueries(options.scale, options.only.length === 0 ? usual : options.only)) {
      console.log(`measuring ${name}`)
      result.push({ name, times: await timesOf(servers, path, options) })
    }
    return result
  })
