/** Cached responses are never stale: after a change is acknowledged, no process serves the state before it. */

import { Agent } from 'node:http'
import { setTimeout as pause } from 'node:timers/promises'
import BetterSqlite3 from 'better-sqlite3'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Lectern, openProject } from '../../src/index.ts'
import { randomRuns } from '../support/random-runs.ts'
import { DATABASES, type DatabaseKind, type Prepared, prepareSite, type SiteSpec } from '../writes/site.ts'
import { createBrowser, getFrom, getOver, startProgram } from './browser.ts'

const SPEC: SiteSpec = {
  types: {
    page: {
      attributes: {
        title: { type: 'string' },
        author: { type: 'relation', relation: 'manyToOne', target: 'api::author.author' },
      },
    },
    author: { attributes: { name: { type: 'string' } } },
    note: { attributes: { text: { type: 'string' } } },
  },
}

/**
 * Each response contains the number of the last change in another way: in the entry, a filter, a relation, or a total.
 */
const PATHS = [
  '/api/pages?fields=title',
  '/api/pages?filters[title][$contains]=round&populate=author',
  '/api/pages?fields=title&sort=title&pagination[pageSize]=1',
]

const ROUNDS = randomRuns(300)
const READS = randomRuns(1_000)
/** Enough for each of four readers to send the same request twice between two changes, however slow they are. */
const READS_BETWEEN_CHANGES = 24
/** Enough even if writes are slow. */
const LEAST_CHANGES = 10

const roundIn = (text: string) => Number(/"title":"round (\d+)"/.exec(text)?.[1] ?? Number.NaN)

describe.each(DATABASES)('on %s', (kind: DatabaseKind) => {
  let site: Prepared
  let document: string
  const servers: Lectern[] = []

  beforeAll(async () => {
    site = await prepareSite(kind, SPEC)
    for (const _ of [1, 2]) servers.push(await openProject({ project: site.folder, database: site.database, env: {} }))
    const author = await write('POST', '/api/authors', { name: 'Ada' })
    document = await write('POST', '/api/pages', { title: 'round 0', author })
  })
  afterAll(async () => {
    for (const server of servers) await server.close()
    await site.remove()
  })

  async function write(method: string, path: string, data: object): Promise<string> {
    const headers = { 'content-type': 'application/json' }
    const [server] = servers
    if (server === undefined) throw new Error('no server')
    const answer = await server.fetch(path, { method, headers, body: JSON.stringify({ data }) })
    const { data: written } = (await answer.json()) as { data: { documentId: string } }
    return written.documentId
  }

  const change = (round: number) => write('PUT', `/api/pages/${document}`, { title: `round ${round}` })

  const browserOf = (server: Lectern) => createBrowser((path, etag) => getFrom(server, path, etag), roundIn)

  it(`a committed change is visible immediately on two servers, in ${ROUNDS} rounds`, {
    timeout: 600_000,
  }, async () => {
    const browsers = servers.map(browserOf)
    const writer = await createWriter(kind, site.database)
    for (let round = 1; round <= ROUNDS; round += 1) {
      await writer.write(round)
      const path = PATHS[round % PATHS.length] ?? ''
      for (const { look } of browsers) expect(await look(path)).toBe(round)
      // Nothing has changed since, so the second request gets a 304.
      for (const { look } of browsers) expect(await look(path)).toBe(round)
    }
    await writer.close()
    for (const { counts } of browsers) expect(counts).toEqual({ whole: ROUNDS, unchanged: ROUNDS })
  })

  it('a change of one type does not invalidate responses with other types', async () => {
    const [browser] = servers.map(browserOf)
    await browser?.look(PATHS[1] ?? '')
    await write('POST', '/api/notes', { text: 'unrelated' })
    await browser?.look(PATHS[1] ?? '')
    expect(browser?.counts).toEqual({ whole: 1, unchanged: 1 })
    // Populated entries are part of a response, and so are the links to them.
    await site.sql(`update authors set name = 'Grace'`)
    await browser?.look(PATHS[1] ?? '')
    expect(browser?.counts).toEqual({ whole: 2, unchanged: 1 })
    await site.sql('delete from pages_author_lnk')
    await browser?.look(PATHS[1] ?? '')
    expect(browser?.counts).toEqual({ whole: 3, unchanged: 1 })
  })

  it(`readers of two processes always see what was acknowledged before their request, in ${READS} reads`, {
    timeout: 240_000,
  }, async () => {
    const { address, stop } = await startProgram(site.folder, site.database)
    let [round, acknowledged, reads] = [ROUNDS, ROUNDS, 0]
    // On a busy machine, a write may take as long as a hundred reads.
    const goesOn = () => reads < READS || acknowledged < ROUNDS + LEAST_CHANGES
    const reader = async (agent: Agent, which: number) => {
      const { look, counts } = createBrowser((path, etag) => getOver(agent, `${address}${path}`, etag), roundIn)
      for (let look_ = which; goesOn(); look_ += 1) {
        reads += 1
        const known = acknowledged
        expect(await look(PATHS[look_ % PATHS.length] ?? '')).toBeGreaterThanOrEqual(known)
      }
      agent.destroy()
      return counts
    }
    const readers = [0, 1, 2, 3].map((which) => reader(new Agent({ keepAlive: true, maxSockets: 1 }), which))
    const writing = (async () => {
      while (goesOn()) {
        round += 1
        await change(round)
        acknowledged = round
        const next = reads + READS_BETWEEN_CHANGES
        while (reads < next && goesOn()) await pause(1)
      }
    })()
    const [counts] = await Promise.all([Promise.all(readers), writing]).finally(stop)
    expect(counts.reduce((sum, { unchanged }) => sum + unchanged, 0)).toBeGreaterThan(0)
  })
})

/** Another program that does not use Lectern. */
async function createWriter(kind: DatabaseKind, database: string) {
  if (kind === 'SQLite') {
    const connection = new BetterSqlite3(database, { timeout: 5_000 })
    const statement = connection.prepare('update pages set title = ?')
    return { write: async (round: number) => statement.run(`round ${round}`), close: async () => connection.close() }
  }
  const client = new pg.Client(database)
  await client.connect()
  return {
    write: (round: number) => client.query('update pages set title = $1', [`round ${round}`]),
    close: () => client.end(),
  }
}
