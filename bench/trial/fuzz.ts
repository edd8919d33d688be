import { readFileSync } from 'node:fs'
import fc from 'fast-check'
import { loadProject } from '../../src/project/load-project.ts'
import { anyWorld, pathOf, specOf, typeName, type World } from '../../test/writes/random-schema.ts'
import { anySteps } from '../../test/writes/random-steps.ts'
import type { BenchDatabases } from '../database/bench-databases.ts'
import { startLectern } from '../peers/lectern.ts'
import { whileRunning } from '../peers/while-running.ts'
import { fixtureProject, fromRoot } from '../project-root.ts'
import { type Reads, someRead } from './fuzz-reads.ts'
import { type Documents, requestOf } from './fuzz-writes.ts'
import { type Pair, pairOf } from './pair.ts'
import { choicesOf } from './random.ts'
import { makeTrialSite } from './trial-site.ts'

export type Both = { readonly sqlite: BenchDatabases; readonly postgres: BenchDatabases }

export type FuzzResult = {
  readonly requests: number
  readonly writes: number
  readonly worlds: number
  readonly seconds: number
  readonly findings: readonly string[]
}

type Counts = { requests: number; writes: number; worlds: number; readonly findings: string[] }

/** Requests to one schema; then comes another, which takes seconds to set up. */
const perWorld = 12_000
const readsPerWrite = 8
const atOnce = 8
const mostFindings = 20

const isOver = ({ requests, findings }: Counts, most: number): boolean =>
  requests >= most || findings.length >= mostFindings

const readMany = async (pair: Pair, reads: Reads, count: number, counts: Counts): Promise<void> => {
  for (let sent = 0; sent < count; sent += atOnce) {
    const batch = Array.from({ length: Math.min(atOnce, count - sent) }, () => someRead(reads))
    const found = await Promise.all(batch.map((request) => pair.send(request)))
    counts.requests += batch.length
    counts.findings.push(...found.filter((one) => one !== null))
  }
}

/** One schema made at random, written to and read; what differs ends it, for everything after would differ too. */
const fuzzWorld = (both: Both, seed: number, most: number, counts: Counts): Promise<void> =>
  whileRunning(async (keep) => {
    const [world] = fc.sample(anyWorld, { seed, numRuns: 1 }) as [World]
    const name = `fuzz_${seed}`
    const sites = [
      await keep(makeTrialSite(both.sqlite, name, specOf(world))),
      await keep(makeTrialSite(both.postgres, name, specOf(world))),
    ] as const
    const pair = pairOf(await keep(sites[0].start()), await keep(sites[1].start()))
    const { schema } = await loadProject(sites[0].folder, {}, {})
    const documents: Documents = new Map()
    const indexOf = new Map(world.types.map((_, index) => [typeName(index), index]))
    const reads: Reads = {
      schema,
      pick: choicesOf(seed),
      documents: (type) => documents.get(indexOf.get(type.singularName) ?? -1) ?? ['nobody'],
      sameIds: false,
      headers: [{}],
    }
    const [steps = []] = fc.sample(anySteps(Math.ceil(most / (1 + readsPerWrite))), { seed, numRuns: 1 })
    for (const step of steps) {
      if (isOver(counts, Number.POSITIVE_INFINITY)) return
      const { request, made, gone } = requestOf(world, documents, step)
      const found = await pair.send(request)
      counts.requests += 1
      counts.writes += 1
      if (found !== null) {
        counts.findings.push(`schema of seed ${seed}: ${JSON.stringify(world)}\n${found}`)
        return
      }
      made(pair.made())
      if (request.method === 'DELETE') gone()
      await readMany(pair, reads, readsPerWrite, counts)
    }
    await compareAll(pair, world, counts)
  })

/** In the end everything, with all that hangs on it. */
const compareAll = async (pair: Pair, world: World, counts: Counts): Promise<void> => {
  for (const [index] of world.types.entries()) {
    for (const status of ['draft', 'published']) {
      const path = `${pathOf(index)}?status=${status}&locale=*&populate=*&pagination[pageSize]=1000`
      const found = await pair.send({ method: 'GET', path, alike: 'all' })
      counts.requests += 1
      if (found !== null) counts.findings.push(found)
    }
  }
}

/** The project that answers are recorded from: more kinds of attributes, and callers of all kinds; only read. */
const fuzzMagazine = (both: Both, seed: number, most: number, counts: Counts): Promise<void> =>
  whileRunning(async (keep) => {
    const start = async (databases: BenchDatabases) => {
      const database = await databases.copy(1, `fuzz_${seed}`)
      return keep(startLectern('Lectern', { database, warm: true, more: [] }))
    }
    const pair = pairOf(await start(both.sqlite), await start(both.postgres))
    const { schema } = await loadProject(fixtureProject, {}, {})
    const tokens = JSON.parse(readFileSync(fromRoot('test', 'fixtures', 'tokens.json'), 'utf8')) as Record<
      string,
      string
    >
    const headers = [{}, ...Object.values(tokens).map((token) => ({ authorization: `Bearer ${token}` }))]
    const documents = () => ['qnjh2e6ua8b9g28y3g2c93ey', 'b63pffxlof40e8fdgcme8hja', 'nobody', '1', "'%20or%201=1"]
    await readMany(pair, { schema, pick: choicesOf(seed), documents, sameIds: true, headers }, most, counts)
  })

/** Each request goes to SQLite and to PostgreSQL; the same seed sends the same requests. */
export const fuzz = async (both: Both, most: number, seed: number): Promise<FuzzResult> => {
  const started = performance.now()
  const counts: Counts = { requests: 0, writes: 0, worlds: 0, findings: [] }
  const seconds = (): number => Math.round((performance.now() - started) / 1000)
  while (!isOver(counts, most)) {
    // Of each kind some, also in a short run.
    const left = Math.min(perWorld, Math.ceil(most / 3), most - counts.requests)
    const own = seed + counts.worlds
    const known = counts.findings.length
    await (counts.worlds % 3 === 2 ? fuzzMagazine : fuzzWorld)(both, own, left, counts)
    counts.worlds += 1
    for (const finding of counts.findings.slice(known)) console.log(finding)
    console.log(`${seconds()} s, ${counts.requests} requests, ${counts.findings.length} findings`)
  }
  const { requests, writes, worlds, findings } = counts
  return { requests, writes, worlds, seconds: seconds(), findings }
}

export const fuzzText = ({ requests, writes, worlds, seconds, findings }: FuzzResult): string =>
  [
    `${requests} requests to both databases in ${seconds} s, ${writes} of them writes, ${worlds} projects.`,
    findings.length === 0 ? 'The same answers, none of them a 5xx, and no hang.' : `${findings.length} findings.`,
  ].join('\n\n')
