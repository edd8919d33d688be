/** Writes that have to wait for another program, that take long, or whose clients are gone: over sockets. */

import BetterSqlite3 from 'better-sqlite3'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Program, startProgram } from './program.ts'
import { type Entry, type Prepared, prepareSite, type SiteSpec } from './site.ts'

const WAIT = 1_500

const SPEC: SiteSpec = {
  types: {
    box: {
      attributes: {
        name: { type: 'string' },
        parts: { type: 'component', component: 'part.one', repeatable: true },
      },
    },
  },
  components: { 'part.one': { text: { type: 'string' } } },
  config: { database: { connection: { client: 'sqlite', acquireConnectionTimeout: WAIT } } },
}

const JSON_BODY = { 'content-type': 'application/json' }
const pause = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds))

describe('a SQLite file', () => {
  let site: Prepared
  let program: Program
  let other: BetterSqlite3.Database
  beforeAll(async () => {
    site = await prepareSite('SQLite', SPEC)
    program = await startProgram(site)
    other = new BetterSqlite3(site.database)
  })
  afterAll(async () => {
    other?.close()
    await program?.kill()
    await site?.remove()
  })

  const names = async () => (await site.sql('select name from boxs order by id')).flat()
  const post = (name: string, signal?: AbortSignal) =>
    program.fetch('/api/boxs', {
      method: 'POST',
      headers: JSON_BODY,
      body: JSON.stringify({ data: { name } }),
      ...(signal === undefined ? {} : { signal }),
    })

  it('that another program holds: all who wait are refused by one deadline, and others go on', async () => {
    other.exec('begin immediate')
    const started = performance.now()
    const waiting = Promise.all(Array.from({ length: 8 }, (_, index) => post(`held ${index}`)))
    expect((await program.fetch('/_health', {})).status).toBe(204)
    const answers = await waiting
    // One after the other they would take eight times as long.
    expect(performance.now() - started).toBeLessThan(7 * WAIT)
    other.exec('rollback')
    for (const answer of answers) {
      expect(answer.status).toBe(503)
      expect(answer.headers.get('retry-after')).toBe('1')
    }
    expect(await names()).toEqual([])
  })

  it('gets nothing of a client that was gone before its turn came', async () => {
    other.exec('begin immediate')
    const clients = [new AbortController(), new AbortController(), new AbortController()]
    const abandoned = Promise.allSettled(clients.map(({ signal }, index) => post(`abandoned ${index}`, signal)))
    await pause(200)
    for (const client of clients) client.abort()
    expect(await abandoned).toMatchObject(clients.map(() => ({ status: 'rejected' })))
    await pause(200)
    other.exec('rollback')
    expect((await post('kept')).status).toBe(201)
    expect(await names()).toEqual(['kept'])
  })

  it('that is written to at length: others are answered meanwhile', async () => {
    const parts = Array.from({ length: 1_000 }, (_, index) => ({ text: `part ${index}` }))
    const WRITES = 4
    let isWriting = true
    const writeAll = async () => {
      for (let left = WRITES; left > 0; left -= 1)
        await program.create('/api/boxs?fields=name', { name: 'long', parts })
    }
    const writing = writeAll().finally(() => {
      isWriting = false
    })
    let answered = 0
    while (isWriting) {
      expect((await program.fetch('/_health', {})).status).toBe(204)
      if (isWriting) answered += 1
    }
    await writing
    // One before and one after each write could be answered by a server that does nothing else meanwhile.
    expect(answered).toBeGreaterThan(2 * WRITES)
  })
})

describe('a PostgreSQL database', () => {
  let site: Prepared
  let program: Program
  let other: pg.Client
  let box: Entry
  beforeAll(async () => {
    site = await prepareSite('PostgreSQL', { ...SPEC, config: { api: { rest: { requestTimeout: WAIT } } } })
    program = await startProgram(site)
    other = new pg.Client({ connectionString: site.database, application_name: 'test' })
    await other.connect()
    box = await program.create('/api/boxs', { name: 'as it was' })
  })
  afterAll(async () => {
    await other?.end()
    await program?.kill()
    await site?.remove()
  })

  const hold = () => other.query(`begin; select id from boxs where document_id = '${box.documentId}' for update`)
  const put = (name: string, signal?: AbortSignal) =>
    program.fetch(`/api/boxs/${box.documentId}`, {
      method: 'PUT',
      headers: JSON_BODY,
      body: JSON.stringify({ data: { name } }),
      ...(signal === undefined ? {} : { signal }),
    })
  const waiting = async () =>
    Number(
      (
        await site.sql(
          `select count(*) from pg_stat_activity where application_name = 'lectern' and wait_event_type = 'Lock' and datname = current_database()`,
        )
      )[0]?.[0],
    )
  const name = async () => (await site.sql(`select name from boxs where id = ${box.id}`))[0]?.[0]

  it('with an entry that another program holds: all who wait are refused by one deadline', async () => {
    await hold()
    const started = performance.now()
    const answers = await Promise.all(Array.from({ length: 8 }, (_, index) => put(`held ${index}`)))
    expect(performance.now() - started).toBeLessThan(7 * WAIT)
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 503))
    // Nor does a statement stay behind, that would go on when the entry is free.
    await expect.poll(waiting, { timeout: 10_000 }).toBe(0)
    await other.query('rollback')
    expect(await name()).toBe('as it was')
  })

  it('with permissions that another program holds: a write is refused by its deadline, too', async () => {
    // The caller must be identified again.
    await other.query('update up_permissions set action = action')
    await other.query('begin; lock table up_permissions')
    const started = performance.now()
    expect((await put('held')).status).toBe(503)
    expect(performance.now() - started).toBeLessThan(4 * WAIT)
    await other.query('rollback')
    expect(await name()).toBe('as it was')
    await expect.poll(async () => (await put('as it was')).status, { timeout: 20_000 }).toBe(200)
  })

  it('gets nothing of a client that is gone in the middle, whose statement is ended', async () => {
    await hold()
    const client = new AbortController()
    const abandoned = put('abandoned', client.signal).catch(() => 'gone')
    await expect.poll(waiting, { timeout: 10_000 }).toBe(1)
    client.abort()
    expect(await abandoned).toBe('gone')
    await expect.poll(waiting, { timeout: 10_000 }).toBe(0)
    await other.query('rollback')
    expect((await put('kept')).status).toBe(200)
    expect(await name()).toBe('kept')
  })
})

describe('a PostgreSQL database with a table that another program has locked', () => {
  it('is waited for at startup', async () => {
    const config = { database: { connection: { client: 'postgres' }, settings: { statementTimeout: 500 } } }
    const site = await prepareSite('PostgreSQL', { ...SPEC, config })
    const other = new pg.Client({ connectionString: site.database, application_name: 'test' })
    await other.connect()
    await other.query('begin; lock table strapi_core_store_settings')
    const program = await startProgram(site)
    const ready = async () => (await program.fetch('/_ready', {})).status
    expect(await ready()).toBe(503)
    await other.query('rollback')
    await other.end()
    await expect.poll(ready, { timeout: 20_000 }).toBe(204)
    expect((await program.ask('GET', '/api/boxs')).status).toBe(200)
    await program.kill()
    await site.remove()
  })
})
