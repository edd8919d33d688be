/** Forged cursors: an error, or a page that the caller could get otherwise; never a 500. */

import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openProject } from '../../src/index.ts'
import { askerOf } from '../support/ask.ts'
import { DATABASES } from '../writes/site.ts'
import { type CursorSite, openCursorSite, pageAt, SORTED } from './cursor-site.ts'

const encoded = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url')
const decoded = (cursor: string | null) => JSON.parse(Buffer.from(cursor ?? '', 'base64url').toString()) as unknown[]

const NUMBERS = [
  '',
  'x',
  '0',
  '-0',
  '1.5',
  '1e5',
  '1e+999',
  '1e-999',
  '9'.repeat(19),
  '9'.repeat(400),
  'NaN',
  'Infinity',
  '0x10',
]
const DATES = [
  '2024-02-31',
  '0000-01-01',
  '0044-03-15 BC',
  '99999-01-01',
  'infinity',
  'now',
  '2024-01-02T25:00:00',
  '2024-01-02T03:04:05.1234567',
]
const OTHERS = [
  '24:00:00',
  '24:00:01',
  'true',
  'yes',
  'null',
  '{"a":1e99999}',
  '"\\u0000"',
  '"\\ud800"',
  '[[',
  '['.repeat(400) + ']'.repeat(400),
  'a\0b',
  '\ud800',
  "'; drop table notes; --",
]
const TEXTS = [...NUMBERS, ...DATES, ...OTHERS]
/** In cursors on SQLite, the first letter is the type of the value. */
const TAGGED = TEXTS.flatMap((text, index) =>
  ['', 'i', 'r', 't', 'b'].filter((_, tag) => (index + tag) % 2 === 0).map((tag) => `${tag}${text}`),
)

/** On SQLite all columns hold values of any type. */
const FORGED = {
  SQLite: ['views', 'text', 'author.name', 'id'],
  PostgreSQL: SORTED.filter((key) => !key.includes('.')),
}

describe.each(DATABASES)('on %s', (kind) => {
  let site: CursorSite
  const query = (sort: string) => `sort=${sort}&pagination[limit]=3`
  const refusalOf = (cursor: string, sort = 'views') =>
    site.refusal(`/api/notes?${query(sort)}&pagination[start][after]=${cursor}`)

  beforeAll(async () => {
    site = await openCursorSite(kind)
  })
  afterAll(() => site?.close())

  it.each(FORGED[kind])('forged values of %s', async (sort) => {
    const [version, order] = decoded((await pageAt(site, query(sort), 'after', '')).next)
    const statuses = new Set<number>()
    for (const text of kind === 'SQLite' ? TAGGED : TEXTS) {
      const values = sort === 'id' ? [text] : [text, kind === 'SQLite' ? 'i5' : '5']
      const cursor = encoded([version, order, ...values])
      const response = await site.writes.ask('GET', `/api/notes?${query(sort)}&pagination[start][after]=${cursor}`)
      expect([200, 400], `${sort} ${text.slice(0, 50)} ${response.text.slice(0, 200)}`).toContain(response.status)
      statuses.add(response.status)
    }
    expect(statuses.has(400) || sort === 'text' || sort === 'body').toBe(true)
  })

  it('texts that are not cursors', async () => {
    const [version, order, ...values] = decoded((await pageAt(site, query('views'), 'after', '')).next)
    const broken = ['x', '%F0%9F%98%80', 'bnVsbA', encoded({}), encoded([]), encoded([version, order])]
    const wrong = [
      [2, order, ...values],
      [version, 1, ...values],
      [version, order, ...values, 'more'],
      [version, order, values[0]],
      [version, order, values[0], null],
      [version, order, 7, values[1]],
      [version, order, 'x'.repeat(1_001), values[1]],
    ]
    for (const cursor of [...broken, ...wrong.map(encoded)]) {
      expect(await refusalOf(cursor), cursor).toMatchObject({
        status: 400,
        name: 'ValidationError',
        message: 'Invalid cursor',
        details: {
          source: 'query',
          param: 'pagination[start][after]',
          hint: expect.stringContaining('meta.pagination.next'),
        },
      })
    }
  })

  it('cursors of another sort or content type', async () => {
    const { next } = await pageAt(site, query('views'), 'after', '')
    const message = 'The cursor belongs to another sort or content type'
    for (const sort of ['views:desc', 'id', 'views,text', 'text,views', 'author.notes.views']) {
      expect(await refusalOf(next ?? '', sort), sort).toMatchObject({ status: 400, message })
    }
    const others = '/api/authors?sort=id&pagination[limit]=1&pagination[start]'
    const authors = await site.body(`${others}[after]=`)
    expect(await refusalOf(String(authors.meta.pagination.next), 'id')).toMatchObject({ message })
    expect(await site.refusal(`${others}[before]=${next}`)).toMatchObject({ message })
    // Filters and fields may change from page to page.
    expect((await pageAt(site, `${query('views')}&filters[views][$gte]=0&fields=text`, 'after', next)).ids).not.toEqual(
      [],
    )
  })

  it('contradictory parameters', async () => {
    const refused = async (pagination: string) => (await site.refusal(`/api/notes?${pagination}`)).message
    const start = 'Expected an integer, or one of [after] and [before] with a cursor'
    expect(await refused('pagination[start][after]=&pagination[start][before]=')).toContain(start)
    expect(await refused('pagination[start][from]=')).toContain(start)
    expect(await refused('pagination[start][]=')).toContain('Expected an integer')
    expect(await refused('pagination[start][after][x]=')).toBe('Invalid cursor')
    expect(await refused('pagination[start][after]=&pagination[page]=1')).toContain('both page & offset')
    expect(await refused('pagination[start][after]=&pagination[limit]=x')).toContain('Expected an integer')
    expect(await refused('sort=secret&pagination[start][after]=')).toBe('Invalid key secret')
  })

  it('texts that are too long for a cursor', async () => {
    const long = 'l'.repeat(1_500)
    const made = [
      await site.writes.create('/api/notes', { body: long }),
      await site.writes.create('/api/notes', { body: long }),
    ]
    const filter = `filters[body][$startsWith]=ll&sort=body&pagination[limit]`
    expect(await site.refusal(`/api/notes?${filter}=1&pagination[start][after]=`)).toMatchObject({
      status: 400,
      message: expect.stringContaining('A cursor cannot contain the sort value of this list'),
    })
    // There is no cursor without another page.
    expect(await site.ids(`/api/notes?${filter}=2&pagination[start][after]=`)).toEqual(made.map(({ id }) => id))
    for (const { documentId } of made) await site.writes.ask('DELETE', `/api/notes/${documentId}`)
  })

  it('are ignored for one entry, as all pagination is', async () => {
    const { documentId } = await site.first('/api/notes')
    expect((await site.one(`/api/notes/${documentId}?pagination[start][after]=x`)).documentId).toBe(documentId)
    await site.writes.update('/api/setting', { text: 'one' })
    expect((await site.one('/api/setting?pagination[start][before]=x')).text).toBe('one')
  })

  it('are refused where the extension is off, with a hint outside production', async () => {
    const refused = async (env: NodeJS.ProcessEnv) => {
      const off = await openProject({ project: site.folder, database: site.database, env, extensions: [] })
      try {
        return await askerOf(off).refusal('/api/notes?pagination[start][after]=')
      } finally {
        await off.close()
      }
    }
    const message = 'Invalid value {"after":""} for pagination[start]. Expected an integer'
    const details = { source: 'query', param: 'pagination[start]' }
    const hint = expect.stringContaining("rest.extensions: ['cursors']")
    expect(await refused({})).toMatchObject({ message, details: { ...details, hint } })
    expect(await refused({ NODE_ENV: 'production' })).toMatchObject({ message, details })
  })

  it('use an index: pages are read from the position on', async () => {
    await site.sql(FILL[kind])
    await site.sql('analyze')
    for (const sort of ['createdAt', 'createdAt:desc', 'views:desc', 'id']) {
      for (const side of ['after', 'before'] as const) {
        const { next, previous } = await pageAt(site, query(sort), side, '')
        const cursor = side === 'after' ? next : previous
        const path = `/api/notes?${query(sort)}&fields=text&pagination[start][${side}]=${cursor}`
        const { plan } = JSON.parse(await site.text(`/_explorer/explain${path}`)) as { plan: readonly string[] }
        expect(plan.join('\n')).not.toMatch(WHOLE_TABLE[kind])
        expect(plan.join('\n')).toMatch(RANGE[kind])
      }
    }
  })
})

const SERIES = 'with recursive s(n) as (select 1 union all select n + 1 from s where n < 3000)'
const FILL = {
  SQLite: `insert into notes (document_id, views, created_at, published_at) ${SERIES} select 'd' || n, n % 50, n, n from s`,
  PostgreSQL: `insert into notes (document_id, views, created_at, published_at) ${SERIES} select 'd' || n, n % 50, now() + n * interval '1 second', now() from s`,
}

/** A scan of everything, or a sort of more than a page: on PostgreSQL, a line with an estimate of more than two digits. */
const WHOLE_TABLE = {
  SQLite: /SCAN notes|CO-ROUTINE p\n *SCAN/,
  PostgreSQL: /Seq Scan|Bitmap|-> {2}Sort .* rows=\d{3}/,
}
const RANGE = { SQLite: /SEARCH notes as t0 USING .*[<>]\?/, PostgreSQL: /Index Cond: \(\w+ (?:[<>]|IS)/ }
