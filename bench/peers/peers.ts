import type { BenchDatabases } from '../database/bench-databases.ts'
import type { BenchOptions } from '../options.ts'
import { fixtureProject } from '../project-root.ts'
import { startHandWritten } from './hand-written.ts'
import { startLectern } from './lectern.ts'
import type { Server } from './start-server.ts'
import { strapiProject } from './strapi/project.ts'
import { startStrapi } from './strapi/start.ts'
import type { Keep } from './while-running.ts'

export type PeerName = 'lectern' | 'warm' | 'handWritten' | 'strapi'

export const peerTitles: Readonly<Record<PeerName, string>> = {
  lectern: 'Lectern',
  warm: 'Lectern, warm',
  handWritten: 'hand-written',
  strapi: 'Strapi',
}

/** The first is always Lectern without a cache; the others are the requested ones. */
export type Peers = ReadonlyMap<PeerName, Server>

export type Copies = { readonly [Name in 'lectern' | 'handWritten']: string } & {
  readonly [Name in 'warm' | 'strapi']: string | undefined
}

/** One for each server; `purpose` tells those of one run apart. */
export const copiesFor = async (
  databases: BenchDatabases,
  scale: number,
  { strapi, warm }: BenchOptions,
  purpose: string,
): Promise<Copies> => ({
  lectern: await databases.copy(scale, `${purpose}-lectern`),
  handWritten: await databases.copy(scale, `${purpose}-hand-written`),
  warm: warm ? await databases.copy(scale, `${purpose}-warm`) : undefined,
  strapi: strapi ? await databases.copy(scale, `${purpose}-strapi`) : undefined,
})

export const eachCopy = ({ lectern, handWritten, warm, strapi }: Copies): readonly string[] =>
  [lectern, handWritten, warm, strapi].filter((copy) => copy !== undefined)

export const startPeers = async (copies: Copies, scale: number, options: BenchOptions, keep: Keep): Promise<Peers> => {
  const { lectern: database, handWritten, warm, strapi } = copies
  const more = options.lectern
  const extended = options.mode === 'beyond'
  const peers = new Map<PeerName, Server>()
  peers.set('lectern', await keep(startLectern(peerTitles.lectern, { database, warm: false, extended, more })))
  if (warm !== undefined)
    peers.set('warm', await keep(startLectern(peerTitles.warm, { database: warm, warm: true, extended, more })))
  peers.set('handWritten', await keep(startHandWritten(handWritten, scale, options.keptTotals)))
  if (strapi !== undefined) {
    const project = strapiProject(fixtureProject, `magazine-${scale}`)
    peers.set('strapi', await keep(startStrapi(peerTitles.strapi, project, strapi)))
  }
  return peers
}
