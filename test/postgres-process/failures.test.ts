/** Failures of a real server, with a real program and real sockets. */

import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { type Cluster, createCluster } from '../support/embedded-server.ts'
import { fixture } from '../support/fixture.ts'
import { type Answer, ask, load } from './load.ts'
import {
  connect,
  connectionsOf,
  endPrograms,
  loadMagazine,
  magazineWith,
  type Program,
  type Session,
  serve,
  until,
} from './program.ts'
import { startProxy } from './proxy.ts'

const MOST_CONNECTIONS = 10

let cluster: Cluster
let session: Session

beforeAll(async () => {
  cluster = await createCluster()
  await cluster.start()
  await loadMagazine(cluster.url)
  session = await connect(cluster.url)
})

afterAll(async () => {
  endPrograms()
  await session?.end()
  await cluster?.stop()
  cluster?.remove()
})

const serveMagazine = (...more: readonly string[]) =>
  serve(['--project', fixture('magazine'), '--database', cluster.url, ...more])

const sleep = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds))

const statusOf = async (program: Program, path: string) => (await ask(`${program.address}${path}`)).status

/** After a failure, all requests are answered, and no connection is lost or left over. */
async function expectRecovery(program: Program): Promise<void> {
  await until('it is ready', async () => (await statusOf(program, '/_ready')) === 204)
  const after = await Promise.all(Array.from({ length: 30 }, () => statusOf(program, '/api/articles')))
  expect(new Set(after)).toEqual(new Set([200]))
  expect(await connectionsOf(session)).toBeLessThanOrEqual(MOST_CONNECTIONS)
  expect(await program.stop()).toBe(0)
  await until('its connections are closed', async () => (await connectionsOf(session)) === 0)
}

describe('connections that the server ends under load', () => {
  it('are replaced, and few requests fail', async () => {
    const program = await serveMagazine()
    const running = load(program.address)
    let ended = 0
    for (let round = 0; round < 8; round++) {
      const before = running.answers()
      await until('there were more answers', async () => running.answers() > before + 20)
      const terminated = await session.query(
        "select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'lectern'",
      )
      ended += terminated.length
    }
    const counts = await running.stop()
    // At least one in each round; cached responses need no others.
    expect(ended).toBeGreaterThanOrEqual(8)
    expect(Object.keys(counts).filter((status) => status !== '200' && status !== '503')).toEqual([])
    expect(counts[503] ?? 0).toBeLessThanOrEqual(ended / 4)
    expect(counts[200] ?? 0).toBeGreaterThan(150)
    await expectRecovery(program)
  })
})

describe('a server that is stopped and started again under load', () => {
  it.each(['SIGINT', 'SIGQUIT'] as const)('(%s) is missed while it is gone, and found again', async (signal) => {
    const program = await serveMagazine()
    const running = load(program.address)
    await until('there are answers', async () => running.answers() > 50)
    await session.end()
    await cluster.stop(signal)
    await until('it is not ready', async () => (await statusOf(program, '/_ready')) === 503)
    const refusal = await ask(`${program.address}/api/articles`)
    expect(refusal).toEqual({ status: 503, retryAfter: '1', name: 'ServiceUnavailableError' })
    expect(await statusOf(program, '/_health')).toBe(204)
    await cluster.start()
    await until('it is ready', async () => (await statusOf(program, '/_ready')) === 204)
    const refusals = running.refusals()
    const before = running.answers()
    await until('there are answers', async () => running.answers() > before + 100)
    const counts = await running.stop()
    expect(Object.keys(counts).sort()).toEqual(['200', '503'])
    // Requests that were waiting for a connection when it came back may still be refused, later ones may not.
    expect(running.refusals() - refusals).toBeLessThanOrEqual(MOST_CONNECTIONS)
    session = await connect(cluster.url)
    await expectRecovery(program)
  })
})

describe('a server that is away at the start', () => {
  it('is waited for', async () => {
    await session.end()
    await cluster.stop()
    const program = await serveMagazine()
    expect(await statusOf(program, '/_health')).toBe(204)
    const refusal = { status: 503, retryAfter: '1', name: 'ServiceUnavailableError' }
    expect(await ask(`${program.address}/_ready`)).toEqual(refusal)
    expect(await ask(`${program.address}/api/articles`)).toEqual(refusal)
    expect(await statusOf(program, '/api/nothing-here')).toBe(404)
    await cluster.start()
    session = await connect(cluster.url)
    await expectRecovery(program)
    expect(program.log()).toMatch(/Ready: postgres on PostgreSQL/)
  })

  it('can be stopped while it waits', async () => {
    const program = await serve(['--project', fixture('magazine'), '--database', 'postgres://127.0.0.1:1/x'])
    expect(await program.stop()).toBe(0)
  })

  it('answers all requests with 503, with the reason, when the schema does not fit', async () => {
    await session.query('create database foreign_one')
    const url = Object.assign(new URL(cluster.url), { pathname: '/foreign_one' }).href
    const other = await connect(url)
    await other.query('create table articles (id int, document_id text)')
    await other.end()
    await session.end()
    await cluster.stop()
    const program = await serve(['--project', fixture('magazine'), '--database', url])
    await cluster.start()
    session = await connect(cluster.url)
    await until('it has said why', async () => program.log().includes('authors'))
    expect(await statusOf(program, '/_ready')).toBe(503)
    const lines = program.log().split('\n')
    expect(lines.filter((line) => line.includes('"level":50') && line.includes('articles')).length).toBeGreaterThan(1)
    expect(await program.stop()).toBe(0)
  })
})

describe('a network that goes silent', () => {
  it('does not make clients wait forever, and is used again when it responds', async () => {
    const proxy = await startProxy(cluster.url)
    const connection = { pool: { max: 4 }, acquireConnectionTimeout: 500 }
    const project = magazineWith({ connection, settings: { statementTimeout: 500 } })
    const program = await serve(['--project', project.folder, '--database', proxy.url])
    // At the same time: more than one connection is open, and idle, when the network goes silent.
    const before = ['articles', 'tags', 'authors', 'categories'].map((name) => statusOf(program, `/api/${name}`))
    expect(await Promise.all(before)).toEqual([200, 200, 200, 200])
    proxy.silence()
    const answers = await Promise.all(Array.from({ length: 8 }, () => ask(`${program.address}/api/articles`)))
    const refusal = { status: 503, retryAfter: '1', name: 'ServiceUnavailableError' }
    expect(answers).toEqual(Array(8).fill(refusal))
    expect(await ask(`${program.address}/_ready`)).toEqual(refusal)
    expect(await statusOf(program, '/_health')).toBe(204)
    proxy.restore()
    await expectRecovery(program)
    project.remove()
    await proxy.close()
  })
})

describe('a network that loses requests to cancel a statement', () => {
  const isWaiting = async () => (await session.query('select from pg_locks where not granted')).length > 0

  /** A client requests a locked table, and hangs up when its statement waits for the lock. */
  async function abandonRead(lost: number) {
    const proxy = await startProxy(cluster.url)
    const project = magazineWith({ connection: {}, settings: { statementTimeout: 60_000 } })
    const program = await serve(['--project', project.folder, '--database', proxy.url])
    await session.query('begin; lock table articles in access exclusive mode')
    proxy.loseCancels(lost)
    const hangUp = new AbortController()
    const gone = fetch(`${program.address}/api/articles`, { signal: hangUp.signal }).catch(() => 'gone')
    await until('the statement waits', isWaiting)
    hangUp.abort()
    expect(await gone).toBe('gone')
    const end = async () => {
      await session.query('rollback')
      project.remove()
      await proxy.close()
    }
    return { program, end }
  }

  it('gets the request to cancel again', async () => {
    const { program, end } = await abandonRead(2)
    await until('the statement is cancelled', async () => !(await isWaiting()))
    expect(await program.stop()).toBe(0)
    await end()
  })

  it('does not delay a stop', async () => {
    const { program, end } = await abandonRead(1_000)
    expect(await program.stop()).toBe(0)
    await end()
  })
})

describe('statements that are held up', () => {
  let project: ReturnType<typeof magazineWith>
  let program: Program
  const holders: Session[] = []

  beforeAll(async () => {
    const connection = { pool: { max: 3, queue: 3 }, acquireConnectionTimeout: 10_000 }
    project = magazineWith({ connection, settings: { statementTimeout: 2_500 } })
    // A role without access to change tracking: nothing is cached, so each request waits for statements of its own.
    const asked = 'function pg_stat_get_bgwriter_stat_reset_time()'
    await session.query(`revoke execute on ${asked} from public`)
    await session.query('create role reader login in role pg_read_all_data')
    program = await serve(['--project', project.folder, '--database', cluster.url.replace('lectern@', 'reader@')])
  })

  // A test that fails must not hold up the next one.
  afterEach(() => Promise.all(holders.splice(0).map((holder) => holder.end())))

  afterAll(async () => {
    await program?.stop()
    project?.remove()
  })

  /** Blocks all reads of articles until it is released. */
  async function holdArticles(): Promise<() => Promise<void>> {
    const holder = await connect(cluster.url)
    holders.push(holder)
    await holder.query('begin')
    await holder.query('lock table articles in access exclusive mode')
    return () => holder.end()
  }

  const held = async () => {
    const [row] = await session.query(
      "select count(*) from pg_stat_activity where application_name = 'lectern' and wait_event_type = 'Lock'",
    )
    return Number(row?.[0])
  }

  it('are ended in time, and do not affect other requests', async () => {
    const release = await holdArticles()
    const answer = ask(`${program.address}/api/articles`)
    await until('it is held', async () => (await held()) === 1)
    expect(await statusOf(program, '/api/tags')).toBe(200)
    expect(await answer).toEqual({ status: 503, retryAfter: '1', name: 'QueryTimeoutError' })
    expect(await statusOf(program, '/_ready')).toBe(204)
    await release()
    expect(await statusOf(program, '/api/articles')).toBe(200)
  })

  it('use up the connections, then the queue; all others are refused at once', async () => {
    const release = await holdArticles()
    const running = Array.from({ length: 3 }, () => ask(`${program.address}/api/articles`))
    await until('all connections are used', async () => (await held()) === 3)
    const waiting = Array.from({ length: 3 }, () => ask(`${program.address}/api/tags`))
    let isOver = false
    const all = Promise.all([...running, ...waiting]).finally(() => {
      isOver = true
    })
    const refused: Answer[] = []
    await until('somebody is refused', async () => {
      // While the queue is not full, one more request waits in it: a client that does not wait for its response cannot tell.
      const more = ask(`${program.address}/api/tags`).then((answer) => void refused.push(answer))
      await Promise.race([more, sleep(100)])
      return refused.length > 0
    })
    expect(isOver).toBe(false)
    expect(refused[0]).toEqual({ status: 503, retryAfter: '1', name: 'ServiceUnavailableError' })
    expect(await statusOf(program, '/api/nothing-here')).toBe(404)
    expect(await statusOf(program, '/api/articles/%00%ff')).toBe(400)
    expect(await statusOf(program, '/_health')).toBe(204)
    expect(await connectionsOf(session)).toBe(3)
    await release()
    const answers = (await all).map(({ status }) => status)
    expect(answers.filter((status) => status !== 200 && status !== 503)).toEqual([])
    await until('all is well', async () => (await statusOf(program, '/api/articles')) === 200)
    expect(await connectionsOf(session)).toBeLessThanOrEqual(3)
  })

  it('are waited for when the program is stopped', async () => {
    const release = await holdArticles()
    const slow = ask(`${program.address}/api/articles`)
    await until('it is held', async () => (await held()) === 1)
    program.child.kill('SIGTERM')
    await until('it stops', async () => program.log().includes('Stopping'))
    const late = await ask(`${program.address}/api/tags`).catch(() => null)
    expect(late === null || late.status === 503).toBe(true)
    await release()
    expect((await slow).status).toBe(200)
    expect(await program.ended).toBe(0)
    await until('its connections are closed', async () => (await connectionsOf(session)) === 0)
  })
})
