import { once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import { BOXES } from '../../test/writes/boxes.ts'
import type { BenchDatabases } from '../database/bench-databases.ts'
import type { Server } from '../peers/start-server.ts'
import { whileRunning } from '../peers/while-running.ts'
import { ask, type Known, parts, tags, type Writing, writeUntilGone } from './kill-writers.ts'
import { randomOf } from './random.ts'
import { makeTrialSite, type TrialSite } from './trial-site.ts'

const writers = 4
/** The server is killed after up to this many acknowledged writes, plus up to this many milliseconds. */
const longest = { writes: 30, milliseconds: 50 }
const patience = 60_000

export type KillsResult = {
  readonly kills: number
  readonly acknowledged: number
  /** Documents at the end, of those that were ever acknowledged. */
  readonly kept: number
  readonly seconds: number
  /** One sentence for each finding. */
  readonly findings: readonly string[]
}

type Box = {
  readonly documentId: string
  readonly name: string
  readonly parts: readonly { readonly text: string }[]
  readonly cover: unknown
  readonly tags: readonly unknown[]
}

const pageSize = 1_000

const boxesIn = async (server: Server, status: string, prefix: string): Promise<readonly Box[]> => {
  const found: Box[] = []
  for (let page = 1; ; page += 1) {
    const query = `status=${status}&populate=*&sort=id&filters[name][$startsWith]=${prefix}&pagination[page]=${page}&pagination[pageSize]=${pageSize}`
    const boxes = (await ask(server, 'GET', `/api/boxs?${query}`)) as readonly Box[]
    found.push(...boxes)
    if (boxes.length < pageSize) return found
  }
}

const isWhole = ({ name, parts: own, cover, tags: linked }: Box): boolean =>
  own.length === parts && own.every(({ text }) => text === name) && cover !== null && linked.length === tags.length

/** Checks all documents whose names begin with this: no acknowledged write may be lost or incomplete. */
const findingsIn = async (
  server: Server,
  known: ReadonlyMap<string, Known>,
  prefix: string,
): Promise<readonly string[]> => {
  const [drafts, published] = [await boxesIn(server, 'draft', prefix), await boxesIn(server, 'published', prefix)]
  const names = (boxes: readonly Box[]) => new Map(boxes.map(({ documentId, name }) => [documentId, name]))
  const [draftNames, publishedNames] = [names(drafts), names(published)]
  const halves = [...drafts, ...published].filter((box) => !isWhole(box) || !bothAgree(box, draftNames, publishedNames))
  const lost = [...known].filter(([documentId, { acknowledged, asked }]) => {
    const name = draftNames.get(documentId) ?? null
    return name !== acknowledged && name !== asked
  })
  return [
    ...halves.map((box) => `half done: ${JSON.stringify(box)}`),
    ...lost.map(
      ([documentId, facts]) => `lost: ${documentId}, ${JSON.stringify(facts)}, is ${draftNames.get(documentId)}`,
    ),
  ]
}

const bothAgree = (
  { documentId }: Box,
  drafts: ReadonlyMap<string, string>,
  published: ReadonlyMap<string, string>,
): boolean => drafts.get(documentId) === published.get(documentId)

const someWrites = async (writing: Writing, count: number): Promise<void> => {
  const deadline = performance.now() + patience
  while (writing.acknowledged < count && performance.now() < deadline) await sleep(1)
}

const kill = async ({ child }: Server): Promise<void> => {
  const ended = once(child, 'exit')
  child.kill('SIGKILL')
  await ended
}

/** Orphaned rows would show here: each version of a box has exactly this many of each. */
const strayRows = async (databases: BenchDatabases, { database }: TrialSite): Promise<readonly string[]> => {
  const versions = await databases.countRows(database, 'boxs')
  const each = { components_part_ones: parts, boxs_cmps: parts, boxs_tags_lnk: tags.length, files_related_mph: 1 }
  const found: string[] = []
  for (const [table, times] of Object.entries(each)) {
    const rows = await databases.countRows(database, table)
    if (rows !== versions * times)
      found.push(`${table} has ${rows} rows for ${versions} versions, not ${versions * times}`)
  }
  return found
}

const addTags = async (server: Server, databases: BenchDatabases, { database }: TrialSite): Promise<void> => {
  for (const name of tags) await ask(server, 'POST', '/api/tags', { name })
  await databases.execute(
    database,
    tags.map((name) => `update tags set document_id = '${name}' where name = '${name}'`),
  )
}

/** Kills the server while it writes, restarts it, and checks the database, this many times. */
export const killRepeatedly = (databases: BenchDatabases, kills: number, seed: number): Promise<KillsResult> =>
  whileRunning(async (keep) => {
    const started = performance.now()
    const random = randomOf(seed)
    const site = await keep(makeTrialSite(databases, 'kills', BOXES))
    const writing: Writing = { known: new Map(), acknowledged: 0 }
    const findings: string[] = []
    let server = await keep(site.start())
    await addTags(server, databases, site)
    for (let round = 1; round <= kills && findings.length === 0; round += 1) {
      const names = Array.from({ length: writers }, (_, writer) => `${round}-${writer}`)
      const own: Writing = { known: new Map(), acknowledged: 0 }
      const gone = writeUntilGone(server, names, own)
      await someWrites(own, random() * longest.writes)
      await sleep(random() * longest.milliseconds)
      await kill(server)
      await gone
      server = await keep(site.start())
      findings.push(...(await findingsIn(server, own.known, `${round}-`)))
      for (const [documentId, facts] of own.known) writing.known.set(documentId, facts)
      writing.acknowledged += own.acknowledged
      if (round % 10 === 0) console.log(`${round} kills, ${writing.acknowledged} acknowledged writes`)
    }
    findings.push(...(await findingsIn(server, writing.known, '')), ...(await strayRows(databases, site)))
    const kept = [...writing.known.values()].filter(({ acknowledged }) => acknowledged !== null).length
    const seconds = Math.round((performance.now() - started) / 1000)
    return { kills, acknowledged: writing.acknowledged, kept, seconds, findings }
  })

export const killsText = ({ kills, acknowledged, kept, seconds, findings }: KillsResult): string =>
  [
    `${kills} kills in ${seconds} s, ${acknowledged} acknowledged writes, ${kept} documents in the end.`,
    findings.length === 0 ? 'Nothing acknowledged is lost, nothing is half done.' : findings.slice(0, 20).join('\n'),
  ].join('\n')
