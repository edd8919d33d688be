import { rmSync } from 'node:fs'
import type { BenchDatabases } from '../database/bench-databases.ts'
import { untilServed } from '../load/patient-start.ts'
import type { BenchOptions } from '../options.ts'
import { lectern, startLectern, startLecternIn } from '../peers/lectern.ts'
import { peerTitles } from '../peers/peers.ts'
import type { Server } from '../peers/start-server.ts'
import { installStrapi } from '../peers/strapi/install.ts'
import { strapiProject } from '../peers/strapi/project.ts'
import { startStrapi } from '../peers/strapi/start.ts'
import { fixtureProject, fromRoot } from '../project-root.ts'
import { manyTypes } from './many-types.ts'

export type StartResult = readonly { readonly name: string; readonly milliseconds: readonly number[] }[]

type Starting = { readonly name: string; readonly path: string; start(): Promise<Server> }

const typeCount = 60
const list = '/api/articles'

const timeOf = async ({ path, start }: Starting): Promise<number> => {
  const began = performance.now()
  const server = await start()
  try {
    await untilServed(server.origin + path)
    return performance.now() - began
  } finally {
    await server.stop()
  }
}

/** A project of many types, on a database that Lectern has made. */
const startingMany = (): Starting => {
  const folder = manyTypes(fromRoot('bench', 'data', 'many-types'), typeCount)
  const database = fromRoot('bench', 'data', 'many-types.sqlite')
  for (const ending of ['', '-wal', '-shm']) rmSync(database + ending, { force: true })
  lectern('migrate', '--project', folder, '--database', database)
  const start = () => startLecternIn({ folder, database })
  return { name: `Lectern, ${typeCount} content types`, path: '/_ready', start }
}

const startings = async (databases: BenchDatabases, options: BenchOptions): Promise<readonly Starting[]> => {
  const database = await databases.copy(1, 'start')
  const more = [...options.lectern]
  const own = () => startLectern(peerTitles.lectern, { database, warm: true, more })
  const found: Starting[] = [{ name: 'Lectern, the fixture', path: list, start: own }, startingMany()]
  if (!options.strapi) return found
  await installStrapi(console.log)
  const project = strapiProject(fixtureProject, 'start')
  const copy = await databases.copy(1, 'start-strapi')
  return [...found, { name: 'Strapi, the fixture', path: list, start: () => startStrapi('Strapi', project, copy) }]
}

/** From the start of the process to the first response; each server by itself. */
export const measureStart = async (databases: BenchDatabases, options: BenchOptions): Promise<StartResult> => {
  const result = (await startings(databases, options)).map((starting) => ({ starting, milliseconds: [] as number[] }))
  for (let round = 0; round < options.rounds; round += 1) {
    console.log(`round ${round + 1} of ${options.rounds}`)
    for (const { starting, milliseconds } of result) milliseconds.push(await timeOf(starting))
  }
  return result.map(({ starting: { name }, milliseconds }) => ({ name, milliseconds }))
}
