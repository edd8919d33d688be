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
import { fixtureProject } from '../project-root.ts'
import { chosenQueries } from '../queries.ts'
import { fixtureKey } from './fixture-key.ts'

export type Disturbance = 'quiet' | 'writing' | 'drafting'
export type Disturbed = `${PeerName} ${Disturbance}`

export type WritesResult = {
  readonly queries: readonly { readonly name: string; readonly rounds: Rounds<Disturbed> }[]
  readonly written: ReadonlyMap<PeerName, Written>
}

const usual = ['list', 'two-relations', 'deep-populate', 'far-page']

type Writer = Awaited<ReturnType<typeof writerFor>>

type Side = { readonly peer: PeerName; readonly server: Server; readonly writer: Writer; readonly drafter: Writer }

const sideOf = async (peer: PeerName, starting: Promise<Server>): Promise<Side> => {
  const server = await starting
  const key = fixtureKey('full-access')
  return {
    peer,
    server,
    writer: await writerFor(server, key, 'published'),
    drafter: await writerFor(server, key, 'draft'),
  }
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

const contestantsFor = ({ peer, server, writer, drafter }: Side, path: string): readonly Contestant<Disturbed>[] => [
  { key: `${peer} quiet`, urls: [server.origin + path] },
  { key: `${peer} writing`, urls: [server.origin + path], meanwhile: writer.start },
  { key: `${peer} drafting`, urls: [server.origin + path], meanwhile: drafter.start },
]

/** The same reads with and without a write each second, of an entry or of a draft, in turn. */
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
