/** Two servers in one URL: one is promoted over the other while clients read and write. */

import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { migrateProject } from '../../src/index.ts'
import { temporaryProject } from '../project/temporary-project.ts'
import { type Cluster, createCluster } from '../support/embedded-server.ts'
import { filesOf, grants, type SiteSpec } from '../writes/site-files.ts'
import { ask } from './load.ts'
import { connect, endPrograms, type Program, type Session, serve, until as untilWithin } from './program.ts'

const SPEC: SiteSpec = { types: { note: { attributes: { name: { type: 'string' } } } } }

/** Starting and promoting a server may take this long. */
const until = (what: string, holds: () => Promise<boolean>) => untilWithin(what, holds, 60_000)

type Folder = ReturnType<typeof temporaryProject>

/** A write is acknowledged only when the other server has it. */
const SETTINGS = ['synchronous_commit=on']

let first: Cluster
let second: Cluster
let project: Folder
const sessions: Session[] = []

const sessionWith = async (cluster: Cluster) => {
  const session = await connect(cluster.url)
  sessions.push(session)
  return session
}

beforeAll(async () => {
  project = temporaryProject(filesOf(SPEC))
  first = await createCluster(SETTINGS)
  await first.start()
  await migrateProject({ project: project.folder, database: first.url, env: {} })
  const setUp = await sessionWith(first)
  for (const statement of grants(SPEC)) await setUp.query(statement)
  await setUp.end()
  second = await first.createStandby()
  await second.start()
  const session = await sessionWith(first)
  await session.query(`alter system set synchronous_standby_names = '*'`)
  await session.query('select pg_reload_conf()')
})

afterEach(endPrograms)

afterAll(async () => {
  for (const session of sessions) await session.end().catch(() => undefined)
  for (const cluster of [second, first]) {
    await cluster?.stop('SIGQUIT')
    cluster?.remove()
  }
  project?.remove()
})

function together(): string {
  const [a, b] = [new URL(first.url), new URL(second.url)]
  return `postgres://${a.username}@${a.host},${b.host}${a.pathname}?target_session_attrs=read-write`
}

/** Writes one entry after the other until it is stopped. */
function write(program: Program) {
  const acknowledged: string[] = []
  const refusals: number[] = []
  let stopping = false
  const work = async (writer: number) => {
    for (let count = 0; !stopping; count += 1) {
      const name = `${writer}-${count}`
      const response = await fetch(`${program.address}/api/notes`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ data: { name } }),
        signal: AbortSignal.timeout(30_000),
      })
      await response.text()
      if (response.status === 201) acknowledged.push(name)
      else {
        refusals.push(response.status)
        await new Promise((resolve) => setTimeout(resolve, 20))
      }
    }
  }
  const working = Promise.all([1, 2, 3].map(work))
  return {
    acknowledged,
    refusals,
    stop: async () => {
      stopping = true
      await working
    },
  }
}

function read(program: Program) {
  const statuses: number[] = []
  let stopping = false
  const work = async () => {
    while (!stopping) statuses.push((await ask(`${program.address}/api/notes?sort=id:desc`)).status)
  }
  const working = Promise.all([work(), work()])
  return {
    statuses,
    stop: async () => {
      stopping = true
      await working
    },
  }
}

const namesOn = async (cluster: Cluster) =>
  new Set((await (await sessionWith(cluster)).query('select name from notes')).flat())

describe('a server that is promoted', () => {
  it('is found; reads go on, writes are 503 until then, and nothing acknowledged is lost', async () => {
    const replicas = [first.url, second.url].flatMap((url) => ['--replica', url])
    const program = await serve(['--project', project.folder, '--database', together(), ...replicas])
    const [writing, reading] = [write(program), read(program)]
    await until('some are written', async () => writing.acknowledged.length > 30)
    expect(writing.refusals).toEqual([])

    await first.stop('SIGQUIT')
    const before = reading.statuses.length
    await until('writes are refused, and reads are not', async () => {
      return writing.refusals.length > 5 && reading.statuses.length > before + 20
    })
    await second.promote()
    const acknowledged = writing.acknowledged.length
    await until('writes are taken again', async () => writing.acknowledged.length > acknowledged + 10)
    await writing.stop()
    await reading.stop()
    expect(new Set(writing.refusals)).toEqual(new Set([503]))
    expect(new Set(reading.statuses)).toEqual(new Set([200]))

    const kept = await namesOn(second)
    expect(writing.acknowledged.filter((name) => !kept.has(name))).toEqual([])
    const shown = await (await fetch(`${program.address}/api/notes?sort=id:desc&pagination[pageSize]=1`)).json()
    const [newest] = await (await sessionWith(second)).query('select name from notes order by id desc limit 1')
    expect(shown).toMatchObject({ data: [{ name: newest?.[0] }] })
    expect(await program.stop()).toBe(0)
  })

  it('stays the primary when the old one comes back as its replica', async () => {
    const port = Number(new URL(first.url).port)
    first.remove()
    first = await second.createStandby(port)
    await first.start()
    // The server that is named first is the replica now.
    const program = await serve(['--project', project.folder, '--database', together()])
    const writing = write(program)
    await until('some are written', async () => writing.acknowledged.length > 10)
    await writing.stop()
    expect(writing.refusals).toEqual([])
    const kept = await namesOn(second)
    expect(writing.acknowledged.filter((name) => !kept.has(name))).toEqual([])
    expect(await program.stop()).toBe(0)
  })

  it('replaces an old primary that goes on running', async () => {
    const program = await serve(['--project', project.folder, '--database', together()])
    const count = async () => {
      const response = await fetch(`${program.address}/api/notes?pagination[pageSize]=1`)
      return ((await response.json()) as { meta: { pagination: { total: number } } }).meta.pagination.total
    }
    const before = await count()
    await first.promote()
    // Writes to the old one do not reach the new one.
    await (await sessionWith(second)).query(`insert into notes (document_id, name) values ('x', 'lost')`)
    const promoted = await sessionWith(first)
    await until('it is promoted', async () => (await promoted.query('select pg_is_in_recovery()'))[0]?.[0] === false)
    await promoted.query(`insert into notes (document_id, name) values ('y', 'kept'), ('z', 'kept too')`)
    await until('the new one is asked', async () => (await count()) === before + 2)
    const writing = write(program)
    await until('some are written', async () => writing.acknowledged.length > 5)
    await writing.stop()
    const kept = await namesOn(first)
    expect(writing.acknowledged.filter((name) => !kept.has(name))).toEqual([])
    expect(await program.stop()).toBe(0)
  })
})
