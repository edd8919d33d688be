import { readFileSync } from 'node:fs'
import type { BenchDatabases } from '../database/bench-databases.ts'
import { type MixedRequest, mixedRequest } from '../load/mixed-requests.ts'
import type { BenchOptions } from '../options.ts'
import { adopt, startLectern } from '../peers/lectern.ts'
import { type Memory, measured, memoryOf } from '../peers/memory.ts'
import { peerTitles } from '../peers/peers.ts'
import type { Server } from '../peers/start-server.ts'
import { whileRunning } from '../peers/while-running.ts'
import { fromRoot } from '../project-root.ts'

export type Sample = Memory & { readonly requests: number; readonly seconds: number }

const samples = 20

const key = (): string =>
  (JSON.parse(readFileSync(fromRoot('test', 'fixtures', 'tokens.json'), 'utf8')) as Record<string, string>)[
    'full-access'
  ] ?? ''

const send = async ({ origin }: Server, number: number, scale: number, key: string): Promise<void> => {
  const request: MixedRequest = mixedRequest(number, scale)
  const response = await fetch(origin + request.path, {
    method: request.method,
    headers: {
      ...(request.withKey && { authorization: `Bearer ${key}` }),
      'content-type': 'application/json',
      // Compression costs more than everything else, so only a few responses are compressed.
      'accept-encoding': number % 20 === 0 ? 'br, gzip' : 'identity',
    },
    ...(request.body === undefined ? {} : { body: JSON.stringify(request.body) }),
    signal: AbortSignal.timeout(60_000),
  })
  const text = await response.text()
  if (response.status !== request.expected)
    throw new Error(`${request.method} ${request.path} was answered with ${response.status}: ${text.slice(0, 300)}`)
}

/** From request number `from` on, until the time is up or all are sent; gives the number of the next. */
const sendMany = async (
  server: Server,
  from: number,
  until: { time: number; number: number },
  options: BenchOptions,
) => {
  let next = from
  const connection = async (): Promise<void> => {
    while (next < until.number && performance.now() < until.time) {
      next += 1
      await send(server, next, options.scale, key())
    }
  }
  await Promise.all(Array.from({ length: options.connections }, connection))
  return next
}

const startSoaked = async (databases: BenchDatabases, { scale, lectern: more }: BenchOptions): Promise<Server> => {
  const database = await databases.copy(scale, 'soak')
  adopt(database)
  return startLectern(peerTitles.lectern, {
    database,
    warm: true,
    more,
    nodeArguments: measured(),
  })
}

/** Memory is read while no request is under way, after a garbage collection. */
export const soak = (databases: BenchDatabases, options: BenchOptions): Promise<readonly Sample[]> =>
  whileRunning(async (keep) => {
    const server = await keep(startSoaked(databases, options))
    const started = performance.now()
    const share = (number: number, of: number): number => (of * number) / samples
    const taken: Sample[] = []
    let sent = 0
    for (let number = 1; number <= samples; number += 1) {
      const until = { time: started + share(number, options.minutes * 60_000), number: share(number, options.requests) }
      sent = await sendMany(server, sent, until, options)
      const seconds = Math.round((performance.now() - started) / 1000)
      taken.push({ requests: sent, seconds, ...(await memoryOf(server)) })
      console.log(`${seconds} s, ${sent} requests`)
    }
    return taken
  })
