import { readFileSync } from 'node:fs'
import type { BenchDatabases } from '../database/bench-databases.ts'
import { type Contestant, interleave, type Rounds } from '../load/interleave.ts'
import { type Written, writerFor } from '../load/writer.ts'
import type { BenchOptions } from '../options.ts'
import { adopt, startLectern } from '../peers/lectern.ts'
import { type PeerName, peerTitles } from '../peers/peers.ts'
import type { Server } from '../peers/start-server.ts'
import { strapiProject } from '../peers/strapi/project.ts'
import { startStrapi } from '../peers/strapi/start.ts'
import { type Keep, whileRunning } from '../peers/while-running.ts'
import { fixtureProject, fromRoot } from '../project-root.ts'
import { chosenQueries } from '../queries.ts'

export type Disturbance = 'quiet' | 'writing'
export type Disturbed = `${PeerName} ${Disturbance}`

export type WritesResult = {
  readonly queries: readonly { readonly name: string; readonly rounds: Rounds<Disturbed> }[]
  readonly written: ReadonlyMap<PeerName, Written>
}

const usual = ['list', 'two-relations', 'deep-populate', 'far-page']

const fullAccess = (): string =>
  (JSON.parse(readFileSync(fromRoot('test', 'fixtures', 'tokens.json'), 'utf8')) as Record<string, string>)[
    'full-access'
  ] ?? ''

type Side = { readonly peer: PeerName; readonly server: Server; readonly writer: Awaited<ReturnType<typeof writerFor>> }

const sideOf = async (peer: PeerName, starting: Promise<Server>): Promise<Side> => {
  const server = await starting
  return { peer, server, writer: await writerFor(server, fullAccess()) }
}

/** Lectern as it is by default, with cached responses; its database is adopted, since it must be allowed to write. */
const startSides = async (databases: BenchDatabases, options: BenchOptions, keep: Keep): Promise<readonly Side[]> => {
  const { scale, lectern: more } = options
  const database = await databases.copy(scale, 'writes-lectern')
  adopt(database)
  const lectern = startLectern(peerTitles.warm, { database, warm: true, more })
  const sides = [await sideOf('warm', keep(lectern))]
  if (!options.strapi) return sides
  const copy = await databases.copy(scale, 'writes-strapi')
  const strapi = startStrapi(peerTitles.strapi, strapiProject(fixtureProject, `magazine-${scale}`), copy)
  return [...sides, await sideOf('strapi', keep(strapi))]
}

const contestantsFor = ({ peer, server, writer }: Side, path: string): readonly Contestant<Disturbed>[] => [
  { key: `${peer} quiet`, urls: [server.origin + path] },
  { key: `${peer} writing`, urls: [server.origin + path], meanwhile: writer.start },
]

/** The same reads with and without a write each second, in turn. */
export const measureWrites = (databases: BenchDatabases, options: BenchOptions): Promise<WritesResult> =>
  whileRunning(async (keep) => {
    const sides = await startSides(databases, options, keep)
    const queries: { name: string; rounds: Rounds<Disturbed> }[] = []
    for (const { name, path } of chosenQueries(options.scale, options.only.length === 0 ? usual : options.only)) {
      console.log(`measuring ${name}`)
      const contestants = sides.flatMap((side) => contestantsFor(side, path))
      queries.push({ name, rounds: await interleave(contestants, options) })
    }
    return { queries, written: new Map(sides.map(({ peer, writer }) => [peer, writer.written])) }
  })
