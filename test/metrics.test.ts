/** Figures for Prometheus, over real sockets. */

import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, describe, expect, it } from 'vitest'
import { type Lectern, openProject } from '../src/index.ts'
import { startProgram } from './writes/program.ts'
import { DATABASES, type DatabaseKind, type Prepared, prepareSite } from './writes/site.ts'

const SPEC = { types: { note: { attributes: { text: { type: 'string' } } } } }

const cleanups: (() => Promise<unknown>)[] = []
afterEach(async () => {
  for (const cleanup of cleanups.splice(0).reverse()) await cleanup()
})

async function prepared(kind: DatabaseKind, isOn = true): Promise<Prepared> {
  const site = await prepareSite(kind, SPEC)
  cleanups.push(() => site.remove())
  mkdirSync(join(site.folder, 'config'), { recursive: true })
  writeFileSync(join(site.folder, 'config/api.json'), JSON.stringify({ rest: { metrics: isOn } }))
  return site
}

async function served(kind: DatabaseKind, env: NodeJS.ProcessEnv = {}, isOn = true) {
  const { folder, database } = await prepared(kind, isOn)
  const lectern: Lectern = await openProject({ project: folder, database, env })
  cleanups.push(() => lectern.close())
  const address = await lectern.listen({ port: 0 })
  return (path: string, init: RequestInit = {}) => fetch(`${address}${path}`, init)
}

type Ask = Awaited<ReturnType<typeof served>>

/** Values by name and labels, as they are written. */
async function figures(ask: Ask): Promise<ReadonlyMap<string, number>> {
  const text = await (await ask('/_metrics')).text()
  const lines = text.split('\n').filter((line) => line !== '' && !line.startsWith('#'))
  return new Map(lines.map((line) => [line.slice(0, line.lastIndexOf(' ')), Number(line.slice(line.lastIndexOf(' ')))]))
}

const post = (ask: Ask) =>
  ask('/api/notes', {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: 'Bearer sesame' },
    body: JSON.stringify({ data: { text: 'one' } }),
  })

describe.each(DATABASES)('metrics on %s', (kind) => {
  it('count requests by route and status, statements, looks into the cache', async () => {
    const ask = await served(kind)
    const create = { method: 'POST', headers: { 'content-type': 'application/json' } }
    await ask('/api/notes', { ...create, body: JSON.stringify({ data: { text: 'one' } }) })
    for (let count = 0; count < 3; count += 1) await ask('/api/notes?sort=text')
    const etag = (await ask('/api/notes')).headers.get('etag') ?? ''
    await ask('/api/notes', { headers: { 'if-none-match': etag } })
    await ask('/api/notes/nobody-has-this')
    await ask('/no/such/path?secret=sesame')
    await ask('/api/notes', { method: 'PROPFIND' })
    const found = await figures(ask)
    const requests = (labels: string) => found.get(`lectern_http_requests_total{${labels}}`)
    expect(requests('route="/api/notes",method="GET",status="200"')).toBe(4)
    expect(requests('route="/api/notes",method="GET",status="304"')).toBe(1)
    expect(requests('route="/api/notes",method="POST",status="201"')).toBe(1)
    expect(requests('route="/api/notes",method="other",status="405"')).toBe(1)
    expect(requests('route="/api/notes/:documentId",method="GET",status="404"')).toBe(1)
    expect(requests('route="unknown",method="GET",status="404"')).toBe(1)
    expect(found.get('lectern_http_request_duration_seconds_count{route="/api/notes"}')).toBe(7)
    expect(found.get('lectern_cache_lookups_total{result="hit"}')).toBe(2)
    expect(found.get('lectern_cache_lookups_total{result="unchanged"}')).toBe(1)
    expect(found.get('lectern_cache_lookups_total{result="miss"}')).toBeGreaterThanOrEqual(2)
    expect(found.get('lectern_database_duration_seconds_count{kind="write"}')).toBe(1)
    expect(found.get('lectern_database_duration_seconds_count{kind="read"}')).toBeGreaterThanOrEqual(2)
    expect(found.get('lectern_database_pending{kind="read"}')).toBe(0)
    expect(found.get('lectern_writable')).toBe(1)
    expect(found.has('nodejs_eventloop_lag_p99_seconds')).toBe(true)
    if (kind === 'PostgreSQL') expect(found.get('lectern_database_connections{state="open"}')).toBeGreaterThan(0)
  })
})

describe('/_metrics', () => {
  it('is not there unless it is set', async () => {
    const ask = await served('SQLite', {}, false)
    expect((await ask('/_metrics')).status).toBe(404)
  })

  it('is for the machine itself, without a token', async () => {
    const ask = await served('SQLite')
    expect((await ask('/_metrics')).headers.get('content-type')).toMatch(/^text\/plain; version=0\.0\.4/)
    expect((await ask('/_metrics', { headers: { 'x-forwarded-for': '127.0.0.1' } })).status).toBe(403)
    expect((await ask('/_metrics', { method: 'POST' })).status).toBe(405)
  })

  it('needs the token, where there is one', async () => {
    const ask = await served('SQLite', { METRICS_TOKEN: 'sesame' })
    const as = (token: string) => ({ headers: { authorization: `Bearer ${token}`, 'x-forwarded-for': '203.0.113.7' } })
    expect((await ask('/_metrics')).status).toBe(403)
    expect((await ask('/_metrics', as('sesam'))).status).toBe(403)
    expect((await ask('/_metrics', as('sesame'))).status).toBe(200)
  })

  it('holds nothing that was sent', async () => {
    const ask = await served('SQLite')
    await post(ask)
    await ask('/api/sesame/sesame?sesame=sesame', { headers: { host: 'localhost', 'user-agent': 'sesame' } })
    expect(await (await ask('/_metrics')).text()).not.toContain('sesame')
  })

  it('tells of all processes together', async () => {
    const program = await startProgram(await prepared('SQLite'), 3)
    cleanups.push(() => program.kill())
    // Each connection gets to another process.
    const close = { headers: { connection: 'close' } }
    for (let count = 0; count < 12; count += 1) await program.fetch('/api/notes', close)
    const found = await figures((path) => program.fetch(path, close))
    expect(found.get('lectern_http_requests_total{route="/api/notes",method="GET",status="200"}')).toBe(12)
  })
})
