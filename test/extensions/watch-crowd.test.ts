/** Many live responses: many writers, many watchers, and no leftovers. */

import { connect } from 'node:net'
import fc from 'fast-check'
import { beforeAll, describe, expect, it } from 'vitest'
import { randomRuns } from '../support/random-runs.ts'
import { DATABASES, type Entry, openSite, type Site } from '../writes/site.ts'
import { eventually, openStream, type Stream, WATCHED_TYPES } from './watched.ts'

/** Both databases have the same code for this, so only one of them gets the whole crowd. */
const CROWDS = { SQLite: 1_000, PostgreSQL: 200 }

const STEPS = ['create', 'draft', 'update', 'publish', 'delete', 'rename', 'sql'] as const
const step = fc.record({ what: fc.constantFrom(...STEPS), which: fc.nat(99), value: fc.nat(9) })

/** Lists with different content of the same tables. */
const QUERIES = [
  'sort=id',
  'filters[views][$gte]=5&sort=title,id&populate=author&pagination[limit]=2',
  'status=draft&sort=id&fields=title',
  'filters[author][name][$startsWith]=a&sort=id',
]

describe.each(DATABASES)('on %s', (kind) => {
  let site: Site
  let author: Entry
  const crowd = CROWDS[kind]
  const config = { api: { rest: { extensions: ['watch'], metrics: true, limits: { watchers: crowd } } } }

  beforeAll(async () => {
    site = await openSite(kind, { types: WATCHED_TYPES, config })
    author = await site.create('/api/authors', { name: 'a0' })
  })

  const figure = async (name: string): Promise<number> => {
    const text = await (await site.lectern.fetch('/_metrics')).text()
    return Number(
      text
        .split('\n')
        .find((line) => line.startsWith(`${name} `))
        ?.split(' ')[1] ?? Number.NaN,
    )
  }
  const clients = () => figure('lectern_watched{what="clients"}')
  const reads = () => figure('lectern_database_duration_seconds_count{kind="read"}')

  async function perform(what: (typeof STEPS)[number], which: number, value: number): Promise<void> {
    const all = await site.list('/api/articles?status=draft&pagination[limit]=-1')
    const one = all[which % Math.max(all.length, 1)]
    const data = { title: `t${value}`, views: value, author: value % 2 ? author.documentId : null }
    if (what === 'rename') await site.update(`/api/authors/${author.documentId}`, { name: value % 2 ? 'a' : 'b' })
    else if (what === 'create' || one === undefined) await site.create('/api/articles', data)
    else if (what === 'draft') await site.update(`/api/articles/${one.documentId}?status=draft`, data)
    else if (what === 'update') await site.update(`/api/articles/${one.documentId}`, data)
    else if (what === 'publish') await site.ask('POST', `/api/articles/${one.documentId}/actions/publish`)
    else if (what === 'delete') await site.ask('DELETE', `/api/articles/${one.documentId}`)
    // Written as another process would.
    else await site.sql(`update articles set views = ${value} where document_id = '${one.documentId}'`)
  }

  it('finally shows the same as GET, whatever was written', async () => {
    const streams = await Promise.all(
      QUERIES.map(async (query) => ({
        query,
        ...(await openStream(site.lectern, `/api/articles/actions/watch?${query}`)),
      })),
    )
    const agree = async ({ query, latest }: { query: string } & Pick<Stream, 'latest'>) =>
      eventually(async () =>
        expect(latest(), query).toBe(await (await site.lectern.fetch(`/api/articles?${query}`)).text()),
      )
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 6 }), async (steps) => {
        for (const { what, which, value } of steps) await perform(what, which, value)
        await Promise.all(streams.map(agree))
      }),
      { numRuns: randomRuns(3), endOnFailure: true },
    )
    await Promise.all(streams.map(({ leave }) => leave()))
  })

  it('runs one read per change for a thousand watchers, and refuses one more', async () => {
    await eventually(async () => expect(await clients()).toBe(0))
    const path = '/api/authors/actions/watch'
    // All at once, as after a restart.
    const streams = await Promise.all(Array.from({ length: crowd }, () => openStream(site.lectern, path)))
    expect(streams.filter(({ response }) => response.status !== 200)).toEqual([])
    expect(await figure('lectern_watched{what="queries"}')).toBe(1)
    const refused = await site.lectern.fetch(path)
    expect([refused.status, refused.headers.get('retry-after')]).toEqual([503, '1'])
    expect(await refused.json()).toMatchObject({ error: { details: { limit: 'watchers', maximum: crowd } } })
    await eventually(() => expect(streams.every(({ events }) => events.length === 1)).toBe(true))
    const before = await reads()
    await site.update(`/api/authors/${author.documentId}`, { name: 'for all' })
    await eventually(() => expect(streams.every(({ events }) => events.length === 2)).toBe(true))
    expect((await reads()) - before).toBe(1)
    await Promise.all(streams.map(({ leave }) => leave()))
    await eventually(async () => expect(await clients()).toBe(0))
    expect(await figure('lectern_watched{what="queries"}')).toBe(0)
  })

  it('releases killed connections, and ends the others at once when the server closes', async () => {
    const { port } = new URL(await site.lectern.listen({ port: 0 }))
    const request = 'GET /api/authors/actions/watch HTTP/1.1\r\nHost: lectern\r\n\r\n'
    const sockets = Array.from({ length: 20 }, () => connect(Number(port), '127.0.0.1').on('error', () => undefined))
    for (const socket of sockets) socket.write(request)
    await eventually(async () => expect(await clients()).toBe(20))
    for (const socket of sockets.slice(0, 10)) socket.resetAndDestroy()
    // These close their side only.
    for (const socket of sockets.slice(10, 19)) socket.end()
    await eventually(async () => expect(await clients()).toBe(1))
    const [last] = sockets.slice(-1)
    const over = new Promise((resolve) => last?.once('close', resolve).resume())
    const started = performance.now()
    await site.close()
    await over
    // Other responses would have seven seconds.
    expect(performance.now() - started).toBeLessThan(5_000)
  })
})
