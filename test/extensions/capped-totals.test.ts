/** Capped totals: exact up to the cap, and marked as capped beyond it. */

import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type OpenApiDocument, openProject } from '../../src/index.ts'
import { answerPointer, shapesOf } from '../openapi/validate.ts'
import { askerOf } from '../support/ask.ts'
import { DATABASES, openSite, type Site } from '../writes/site.ts'

const CAP = 3
const MOST = 7

const SITE = {
  types: {
    note: { attributes: { text: { type: 'string' }, views: { type: 'integer' } }, draftAndPublish: true },
  },
  config: { api: { rest: { extensions: ['cursors'], countCap: CAP } } },
} as const

/** The `meta.pagination` for a number of entries. */
const cappedAt = (found: number) => ({
  total: Math.min(found, CAP),
  totalIs: found > CAP ? 'atLeast' : 'exact',
})

describe.each(DATABASES)('on %s', (kind) => {
  let site: Site
  const pagination = async (query: string) => (await askerOf(site.lectern).body(`/api/notes?${query}`)).meta.pagination

  beforeAll(async () => {
    site = await openSite(kind, SITE)
    for (let views = 1; views <= MOST; views += 1) await site.create('/api/notes', { text: `Note ${views}`, views })
  })
  afterAll(() => site?.close())

  it.each(['', 'sort=text&', 'filters[text][$startsWith]=Note&sort=text:desc&', 'filters[text][$containsi]=note&'])(
    'says whether the total is exact: %s',
    async (rest) => {
      for (let found = 0; found <= MOST; found += 1) {
        const asked = `${rest}filters[views][$lte]=${found}&pagination[withCount]=capped`
        const { total, totalIs } = cappedAt(found)
        expect(await pagination(`${asked}&pagination[pageSize]=2`)).toEqual({
          page: 1,
          pageSize: 2,
          pageCount: Math.ceil(total / 2),
          total,
          totalIs,
        })
        expect(await pagination(`${asked}&pagination[start]=1`)).toEqual({ start: 1, limit: 25, total, totalIs })
      }
    },
  )

  it.each(['', 'sort=text:desc&', 'filters[text][$contains]=Note&', 'sort=text&filters[text][$startsWith]=Note&'])(
    'shows the page that an exact total comes with: %s',
    async (rest) => {
      const { body } = askerOf(site.lectern)
      for (let found = 0; found <= MOST; found += 1) {
        for (const page of ['[page]=1', '[page]=2', '[start]=1', '[start]=5']) {
          const asked = `/api/notes?${rest}filters[views][$lte]=${found}&pagination${page}&pagination[${page.includes('page') ? 'pageSize' : 'limit'}]=2`
          const { data } = await body(`${asked}&pagination[withCount]=capped`)
          expect(data, `${asked} of ${found}`).toEqual((await body(asked)).data)
        }
      }
    },
  )

  it('shows the same where the database stores the total', async () => {
    expect(await pagination('pagination[withCount]=capped&pagination[limit]=1')).toEqual({
      start: 0,
      limit: 1,
      ...cappedAt(MOST),
    })
    expect(await pagination('pagination[withCount]=true&pagination[limit]=1')).toMatchObject({ total: MOST })
  })

  it('does not shorten the page', async () => {
    const { data } = await askerOf(site.lectern).body('/api/notes?pagination[withCount]=capped&pagination[page]=1')
    expect(data).toHaveLength(MOST)
  })

  it('stops counting: the statement has a limit for it', async () => {
    for (const query of ['filters[views][$gt]=0', 'filters[text][$contains]=note&sort=text']) {
      const path = `/_explorer/explain/api/notes?${query}&pagination[withCount]=capped`
      const { sql } = JSON.parse(await askerOf(site.lectern).text(path)) as { sql: string }
      expect(sql, query).toMatch(
        /^with m as materialized \(select .* limit 4\), n .*\(select count\(\*\) as total from m\)/,
      )
    }
  })

  it('is cached for all pages, and counted again after a change', async () => {
    const query = 'filters[views][$lte]=2&pagination[withCount]=capped&pagination[pageSize]=1'
    expect(await pagination(`${query}&pagination[page]=1`)).toMatchObject(cappedAt(2))
    expect(await pagination(`${query}&pagination[page]=2`)).toMatchObject(cappedAt(2))
    const { documentId } = await site.create('/api/notes', { text: 'Another', views: 0 })
    expect(await pagination(`${query}&pagination[page]=2`)).toMatchObject(cappedAt(3))
    await site.ask('DELETE', `/api/notes/${documentId}`)
    expect(await pagination(`${query}&pagination[page]=2`)).toMatchObject(cappedAt(2))
  })

  it('does not count what the caller may not see', async () => {
    await site.create('/api/notes?status=draft', { text: 'A draft', views: 1 })
    expect(await pagination('filters[views][$lte]=1&pagination[withCount]=capped')).toMatchObject(cappedAt(1))
  })

  it('is described', async () => {
    const document = JSON.parse(await askerOf(site.lectern).text('/_openapi.json')) as OpenApiDocument
    const { faults } = shapesOf(document, { sealed: true })
    for (const place of ['page]=1', 'start]=1', 'start][after]=']) {
      const path = `/api/notes?pagination[withCount]=capped&pagination[${place}`
      expect(faults(answerPointer('/api/notes'), await askerOf(site.lectern).body(path)), path).toEqual([])
    }
  })

  it('names the valid values', async () => {
    const { refusal } = askerOf(site.lectern)
    for (const word of ['CAPPED', 'capped ', '', 'estimated']) {
      expect(await refusal(`/api/notes?pagination[withCount]=${encodeURIComponent(word)}`), word).toMatchObject({
        status: 400,
        message: 'Invalid withCount parameter. Expected "t","1","true","false","0","f","capped"',
      })
    }
  })

  it('is refused where the extension is off, with a hint outside production', async () => {
    const refused = async (env: NodeJS.ProcessEnv) => {
      const off = await openProject({ project: site.folder, database: site.database, env, extensions: [] })
      try {
        return await askerOf(off).refusal('/api/notes?pagination[withCount]=capped')
      } finally {
        await off.close()
      }
    }
    const message = 'Invalid withCount parameter. Expected "t","1","true","false","0","f"'
    const hint = expect.stringContaining("rest.extensions: ['cursors']")
    expect(await refused({})).toMatchObject({ status: 400, message, details: { hint } })
    expect(await refused({ NODE_ENV: 'production' })).toEqual({
      status: 400,
      name: 'ValidationError',
      message,
      details: { hint: 'Write pagination[withCount]=true or pagination[withCount]=false' },
    })
  })
})
