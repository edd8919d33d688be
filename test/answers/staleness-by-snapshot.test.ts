/**
 * Cached responses are never stale on a PostgreSQL database without triggers, either, such as one that Strapi created.
 * Runs on its own server, so that there are no other writes between two reads.
 */

import { Agent } from 'node:http'
import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Lectern, openProject } from '../../src/index.ts'
import { loadMagazine, until } from '../postgres-process/program.ts'
import { type Cluster, createCluster } from '../support/embedded-server.ts'
import { fixture } from '../support/fixture.ts'
import { runScript } from '../support/postgres.ts'
import { randomRuns } from '../support/random-runs.ts'
import { createBrowser, getFrom, getOver, startProgram } from './browser.ts'

const ROUNDS = 2 * randomRuns(250)
const READS = randomRuns(500)
const project = fixture('magazine')

/** The first tag in an entry, in a filter, and in a relation. */
const PATHS = [
  '/api/tags?fields=label&filters[id]=1',
  '/api/tags?filters[label][$startsWith]=round',
  '/api/articles?filters[tags][id]=1&fields=id&populate[tags][filters][id]=1&pagination[pageSize]=1',
]
const TAGS = '/api/tags?fields=label&sort=id&pagination[pageSize]=4'

const labelsIn = (text: string) => [...text.matchAll(/"label":"([^"]*)"/g)].map(([, label]) => label)
const roundsIn = (text: string) => labelsIn(text).map((label) => Number(/^round (\d+)$/.exec(label ?? '')?.[1]))

let cluster: Cluster
let database: string
const servers: Lectern[] = []
const clients: pg.Client[] = []

const databaseOf = (name: string) => Object.assign(new URL(cluster.url), { pathname: `/${name}` }).href

async function connect(url = database): Promise<pg.Client> {
  const client = new pg.Client(url)
  client.on('error', () => undefined)
  await client.connect()
  clients.push(client)
  return client
}

async function open(url = database): Promise<Lectern> {
  const server = await openProject({ project, database: url, env: { TZ: 'UTC' } })
  servers.push(server)
  return server
}

const browserOf = (server: Lectern | undefined) => {
  if (server === undefined) throw new Error('no server')
  return createBrowser((path, etag) => getFrom(server, path, etag), labelsIn)
}

const setLabel = (client: pg.Client, id: number, label: string) =>
  client.query('update tags set label = $1 where id = $2', [label, id])

beforeAll(async () => {
  cluster = await createCluster()
  await cluster.start()
  // Housekeeping writes as well, so it is switched off.
  await runScript(cluster.url, 'alter system set autovacuum = off')
  await runScript(cluster.url, 'alter system set wal_writer_delay = 10000')
  await runScript(cluster.url, 'select pg_reload_conf()')
  for (const name of ['site', 'other']) await runScript(cluster.url, `create database ${name}`)
  database = databaseOf('site')
  await loadMagazine(database)
  for (const _ of [1, 2]) await open()
})

afterAll(async () => {
  for (const client of clients) await client.end()
  for (const server of servers) await server.close()
  await cluster?.stop()
  cluster?.remove()
})

describe('on a PostgreSQL database without triggers', () => {
  it('responses are cached, and startup reports no problem', async () => {
    const [server] = servers
    expect(server?.notices).toEqual([])
    const first = await server?.fetch(TAGS)
    const again = await server?.fetch(TAGS)
    expect(first?.headers.get('server-timing')).toContain('database')
    expect(again?.headers.get('server-timing')).not.toContain('database')
    expect(await again?.text()).toBe(await first?.text())
  })

  it(`a committed change is visible immediately, to two servers in turn, in ${ROUNDS} rounds`, {
    timeout: 600_000,
  }, async () => {
    const browsers = servers.map(browserOf)
    const writer = await connect()
    for (let round = 1; round <= ROUNDS; round += 1) {
      await setLabel(writer, 1, `round ${round}`)
      const path = PATHS[round % PATHS.length] ?? ''
      const browser = browsers[round % browsers.length]
      // Nothing else happens in between, so the second request gets a 304.
      for (const _ of [1, 2]) expect((await browser?.look(path))?.[0]).toBe(`round ${round}`)
    }
    for (const { counts } of browsers) expect(counts).toEqual({ whole: ROUNDS / 2, unchanged: ROUNDS / 2 })
  })

  it('responses cached during a transaction are invalid after its commit', async () => {
    const [slow, quick] = [await connect(), await connect()]
    const { look, counts } = browserOf(servers[0])
    for (const id of [1, 2]) await setLabel(quick, id, 'before')
    await slow.query('begin')
    await setLabel(slow, 1, 'after')
    for (const _ of [1, 2]) expect((await look(TAGS)).slice(0, 2)).toEqual(['before', 'before'])
    // This transaction began later, but commits first.
    await setLabel(quick, 2, 'after')
    for (const _ of [1, 2]) expect((await look(TAGS)).slice(0, 2)).toEqual(['before', 'after'])
    await slow.query('commit')
    for (const _ of [1, 2]) expect((await look(TAGS)).slice(0, 2)).toEqual(['after', 'after'])
    expect(counts).toEqual({ whole: 3, unchanged: 3 })
  })

  it('rolled back changes are never visible, while commits before and after them are', async () => {
    const writer = await connect()
    const { look } = browserOf(servers[0])
    await setLabel(writer, 1, 'before')
    await writer.query('begin')
    await setLabel(writer, 1, 'never')
    expect((await look(TAGS))[0]).toBe('before')
    await writer.query('rollback')
    expect((await look(TAGS))[0]).toBe('before')
    await writer.query('begin')
    await writer.query('savepoint one')
    await setLabel(writer, 1, 'never')
    await writer.query('rollback to one')
    expect((await look(TAGS))[0]).toBe('before')
    await writer.query('savepoint two')
    await setLabel(writer, 1, 'after')
    await writer.query('release two')
    expect((await look(TAGS))[0]).toBe('before')
    await writer.query('commit')
    expect((await look(TAGS))[0]).toBe('after')
  })

  it('truncated and rebuilt tables are detected', async () => {
    const writer = await connect()
    const { look } = browserOf(servers[0])
    await writer.query('create table spare as select * from tags')
    expect(await look(TAGS)).toHaveLength(4)
    await writer.query('truncate tags cascade')
    expect(await look(TAGS)).toEqual([])
    await writer.query('insert into tags select * from spare; drop table spare')
    expect(await look(TAGS)).toHaveLength(4)
  })

  it('a write to another database of the server costs one read, and no more', async () => {
    const elsewhere = await connect(databaseOf('other'))
    const { look, counts } = browserOf(servers[0])
    const before = await look(TAGS)
    await elsewhere.query('create table note (text text)')
    for (const _ of [1, 2]) expect(await look(TAGS)).toEqual(before)
    expect(counts).toEqual({ whole: 2, unchanged: 1 })
  })

  it('an ETag is valid for one database: another one has the same transaction ids', async () => {
    await loadMagazine(databaseOf('other'))
    const elsewhere = await open(databaseOf('other'))
    const here = await getFrom(servers[0] as Lectern, TAGS, undefined)
    const there = await getFrom(elsewhere, TAGS, here.etag)
    expect([here.etag, there.etag]).not.toContain(undefined)
    expect(there.status).toBe(200)
  })

  it('revoked permissions have no effect immediately', async () => {
    const writer = await connect(databaseOf('other'))
    const elsewhere = await open(databaseOf('other'))
    expect((await elsewhere.fetch(TAGS)).status).toBe(200)
    await writer.query("delete from up_permissions where action = 'api::tag.tag.find'")
    expect((await elsewhere.fetch(TAGS)).status).toBe(403)
  })

  it(`readers of two processes always see what was acknowledged before their request, in ${READS} reads`, async () => {
    const { address, stop } = await startProgram(project, database)
    const writers = await Promise.all([1, 2, 3, 4].map(async (id) => ({ id, client: await connect() })))
    for (const { id, client } of writers) await setLabel(client, id, 'round 0')
    const [attempted, acknowledged] = [writers.map(() => 0), writers.map(() => 0)]
    let reads = 0
    const writing = writers.map(async ({ id, client }, which) => {
      for (let round = 1; reads < READS; round += 1) {
        attempted[which] = round
        await client.query('begin')
        await setLabel(client, id, 'never')
        if (round % 3 === 0) await client.query('rollback; begin')
        await setLabel(client, id, `round ${round}`)
        // The transaction stays open for a while, and then pauses for long enough that some responses are cached and
        // used.
        await pause(3 * which)
        await client.query('commit')
        acknowledged[which] = round
        await pause(25)
      }
    })
    const reading = [0, 1, 2, 3].map(async () => {
      const agent = new Agent({ keepAlive: true, maxSockets: 1 })
      const { look, counts } = createBrowser((path, etag) => getOver(agent, `${address}${path}`, etag), roundsIn)
      while (reads < READS) {
        reads += 1
        const known = [...acknowledged]
        const seen = await look(TAGS)
        expect(seen).toHaveLength(4)
        for (const [which, round] of seen.entries()) {
          expect(round).toBeGreaterThanOrEqual(known[which] ?? Number.NaN)
          expect(round).toBeLessThanOrEqual(attempted[which] ?? Number.NaN)
        }
      }
      agent.destroy()
      return counts
    })
    const [counts] = await Promise.all([Promise.all(reading), ...writing]).finally(stop)
    expect(Math.min(...acknowledged)).toBeGreaterThan(10)
    expect(counts.reduce((sum, { unchanged }) => sum + unchanged, 0)).toBeGreaterThan(0)
  })
})

describe('changes that a snapshot does not show', () => {
  /** Whether two responses about tags have an ETag. */
  async function areTagsKept(url: string): Promise<readonly boolean[]> {
    const server = await open(url)
    const seen = [await getFrom(server, TAGS, undefined), await getFrom(server, TAGS, undefined)]
    return seen.map(({ etag }) => etag !== undefined)
  }

  it('nothing is cached with data of other servers, and startup reports it', async () => {
    const client = await connect()
    await client.query('create foreign data wrapper far; create server away foreign data wrapper far')
    // A running server detects it.
    expect((await getFrom(servers[0] as Lectern, TAGS, undefined)).etag).toBeDefined()
    await client.query('create foreign table distant (id integer) server away')
    expect((await getFrom(servers[0] as Lectern, TAGS, undefined)).etag).toBeUndefined()
    expect(await areTagsKept(database)).toEqual([false, false])
    expect(servers.at(-1)?.notices).toEqual([expect.stringMatching(/^Responses are not cached/)])
    await client.query('drop foreign data wrapper far cascade')
    expect(await areTagsKept(database)).toEqual([true, true])
    expect(servers.at(-1)?.notices).toEqual([])
  })

  it('nothing is cached for a role without the permission to read the snapshot', async () => {
    const asked = 'function pg_stat_get_bgwriter_stat_reset_time()'
    const client = await connect()
    await client.query(`create role plain login; grant select on all tables in schema public to plain`)
    const url = database.replace('lectern@', 'plain@')
    expect(await areTagsKept(url)).toEqual([true, true])
    await client.query(`revoke execute on ${asked} from public`)
    expect(await areTagsKept(url)).toEqual([false, false])
    await client.query(`grant execute on ${asked} to public`)
  })

  it('responses from views are not cached, nor those with row-level security', async () => {
    const client = await connect()
    await client.query('alter table tags rename to all_tags; create view tags as select * from all_tags')
    expect(await areTagsKept(database)).toEqual([false, false])
    await client.query('drop view tags; alter table all_tags rename to tags')
    expect(await areTagsKept(database)).toEqual([true, true])
    await client.query('alter table tags enable row level security')
    expect(await areTagsKept(database)).toEqual([false, false])
    await client.query('alter table tags disable row level security')
    expect(await areTagsKept(database)).toEqual([true, true])
  })
})

/**
 * Transaction ids that never reached the disk are assigned again after a crash: the same snapshot then means something
 * else.
 */
describe('after a crash', () => {
  /** Commits the second of two transactions, without waiting for the disk. */
  async function writeInPart(label: string) {
    const [open_, done] = [await connect(), await connect()]
    await open_.query('begin')
    await open_.query('select pg_current_xact_id()')
    await setLabel(done, 1, label)
    const { rows } = await done.query<{ at: string }>('select pg_current_snapshot()::text as at')
    return { client: done, at: rows[0]?.at, end: () => open_.query('rollback') }
  }

  /** When one process of the server crashes, all others are restarted, too. */
  const helperOf = async (client: pg.Client) =>
    (await client.query("select pid from pg_stat_activity where backend_type = 'checkpointer'")).rows[0]?.pid

  async function crash(client: pg.Client): Promise<void> {
    const helper = await helperOf(client)
    const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid')
    process.kill(rows[0]?.pid ?? Number.NaN, 'SIGKILL')
    await until('it has recovered', async () => {
      try {
        return (await helperOf(await connect())) !== helper
      } catch {
        return false
      }
    })
  }

  it('responses cached under the same transaction ids are not used', async () => {
    const [server] = servers
    if (server === undefined) throw new Error('no server')
    let isSame = false
    // The server decides what reaches the disk, and when, so the ids may differ now and then.
    for (let attempt = 0; attempt < 10 && !isSame; attempt += 1) {
      const { look } = browserOf(server)
      await runScript(database, 'checkpoint')
      const lost = await writeInPart(`lost ${attempt}`)
      for (const _ of [1, 2]) expect((await look(TAGS))[0]).toBe(`lost ${attempt}`)
      await crash(lost.client)
      const anew = await writeInPart(`anew ${attempt}`)
      isSame = anew.at === lost.at
      expect((await look(TAGS))[0]).toBe(`anew ${attempt}`)
      await anew.end()
    }
    expect(isSame).toBe(true)
  })
})
