import { readFileSync } from 'node:fs'
import { loadProject } from '../../src/project/load-project.ts'
import type { BenchDatabases, Both } from '../database/bench-databases.ts'
import { adopt, startLectern } from '../peers/lectern.ts'
import { lecternProject } from '../peers/lectern-project.ts'
import { measured, memoryOf } from '../peers/memory.ts'
import { memoryOfTree } from '../peers/process-tree.ts'
import type { Server } from '../peers/start-server.ts'
import { type Keep, whileRunning } from '../peers/while-running.ts'
import { fixtureProject, fromRoot } from '../project-root.ts'
import { requestTimeout } from './ask.ts'
import type { Counts } from './fuzz-counts.ts'
import { pairOf } from './pair.ts'
import { choicesOf } from './random.ts'
import { atOnce, readMany } from './read-many.ts'
import { namesIn } from './reads.ts'
import { repeatedReads } from './repeated-reads.ts'

/** The project that answers are recorded from: more kinds of attributes, and callers of all kinds; only read. */
export type Magazine = {
  fuzz(seed: number, most: number, counts: Counts): Promise<void>
  /** A sentence about the memory of its servers, which run as long as the trial. */
  memory(): Promise<string>
}

const rest = { warm: true, extended: true, requestTimeout, limits: { exports: atOnce } }

const start = async (databases: BenchDatabases, keep: Keep): Promise<Server> => {
  const database = await databases.copy(1, 'fuzz')
  adopt(database, lecternProject(rest))
  return keep(startLectern('Lectern', { database, ...rest, more: [], nodeArguments: measured() }))
}

const callers = (): readonly Readonly<Record<string, string>>[] => {
  const tokens = JSON.parse(readFileSync(fromRoot('test', 'fixtures', 'tokens.json'), 'utf8')) as Record<string, string>
  return [{}, ...Object.values(tokens).map((token) => ({ authorization: `Bearer ${token}` }))]
}

const documents = () => ['qnjh2e6ua8b9g28y3g2c93ey', 'b63pffxlof40e8fdgcme8hja', 'nobody', '1', "'%20or%201=1"]

const mebibytes = (bytes: number): string => `${Math.round(bytes / 2 ** 20)} MiB`

const memoryText = async (server: Server): Promise<string> => {
  const { heapUsed, external, rss } = await memoryOf(server)
  const all = memoryOfTree(server.child.pid ?? 0)
  return `heap ${mebibytes(heapUsed)}, outside it ${mebibytes(external)}, process ${mebibytes(rss)}, with its readers ${mebibytes(all)}`
}

export const openMagazine = <Value>(both: Both, work: (magazine: Magazine) => Promise<Value>): Promise<Value> =>
  whileRunning(async (keep) => {
    const [sqlite, postgres] = [await start(both.sqlite, keep), await start(both.postgres, keep)]
    const pair = pairOf(sqlite, postgres)
    const { schema } = await loadProject(fixtureProject, {}, {})
    const asked = { schema, names: namesIn(schema), documents, sameIds: true, headers: callers() }
    return work({
      fuzz: (seed, most, counts) => readMany(pair, repeatedReads({ ...asked, pick: choicesOf(seed) }), most, counts),
      memory: async () => `SQLite: ${await memoryText(sqlite)}; PostgreSQL: ${await memoryText(postgres)}`,
    })
  })
