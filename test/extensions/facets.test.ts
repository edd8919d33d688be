/** Facets beside a page: `pagination[withCount][by]`, `[byOthers]`. */

import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Lectern, openProject } from '../../src/index.ts'
import { ask } from '../naive/ask.ts'
import { filterSource } from '../naive/generate-filter.ts'
import { anyLocale, anyStatus, requestTo, sortFor } from '../naive/generate-query.ts'
import { loadTables } from '../naive/load.ts'
import { modelOf } from '../naive/models.ts'
import type { Json } from '../naive/values.ts'
import { askerOf } from '../support/ask.ts'
import { fixture } from '../support/fixture.ts'
import { randomRuns } from '../support/random-runs.ts'
import { type Magazines, openMagazines } from './magazines.ts'

const SEED = 20_261_116
const ARTICLES = modelOf('api::article.article')
const GROUPS = { ...ARTICLES, path: 'articles/actions/aggregate' }
const filters = filterSource(loadTables(fixture('magazine.sqlite')))

let magazines: Magazines
beforeAll(async () => {
  magazines = await openMagazines(['aggregates'])
})
afterAll(() => magazines?.close())

type Query = Readonly<Record<string, Json | undefined>>

interface Facet {
  readonly values: readonly { readonly value: Json; readonly count: number }[]
  readonly more: boolean
}

/** Paths of every kind, through relations to one and to many. */
const NAMES = ['format', 'featured', 'views', 'publishDay:month', 'eventAt', 'author.name', 'author.mentor.name']
const LISTS = ['categories.slug', 'categories.parent.name', 'reviews.stars', 'links.label', 'related.format']

const anyList = fc.record({
  query: fc.record({
    status: anyStatus,
    locale: anyLocale,
    filters: fc.option(filters(ARTICLES, 1, 1), { nil: undefined, freq: 3 }),
    sort: sortFor(ARTICLES),
  }),
  names: fc.uniqueArray(fc.constantFrom(...NAMES, ...LISTS), { minLength: 1, maxLength: 3 }),
  size: fc.constantFrom('1', '5'),
})

type Asked = typeof anyList extends fc.Arbitrary<infer T> ? T : never

const pageOf = async (server: Lectern, query: Query, withCount: Json | undefined, pageSize = '5') => {
  const pagination = withCount === undefined ? { pageSize } : { pageSize, withCount }
  const { data, meta } = await ask(server, requestTo(ARTICLES, { ...query, pagination }))
  const { pagination: page, facets } = meta as unknown as Record<'pagination' | 'facets', Record<string, unknown>>
  return { data, pagination: page, facets: facets as Record<string, Facet> | undefined }
}

/** The same facet, from groups of entries. */
const facetByGroups = async (server: Lectern, { sort: _order, ...rows }: Query, by: string): Promise<Facet> => {
  const [name = ''] = by.split(':')
  const query = { ...rows, by, sort: `count:desc,${name}`, pagination: { pageSize: '100' } }
  const { data, meta } = await ask(server, requestTo(GROUPS, query))
  const values = data
    .map((group) => ({ value: (group.by as Record<string, Json>)[name] ?? null, count: Number(group.count) }))
    .filter(({ value }) => value !== null)
  const nulls = data.length - values.length
  return { values: values.slice(0, 20), more: Number(meta.pagination.total) - nulls > 20 }
}

const law = (runs: number, check: (server: Lectern, asked: Asked) => Promise<void>) =>
  fc.assert(
    fc.asyncProperty(anyList, async (asked) => {
      await check(magazines.sqlite, asked)
      await check(magazines.postgres, asked)
    }),
    { seed: SEED, numRuns: randomRuns(runs) },
  )

describe(`laws of facets (seed ${SEED})`, () => {
  it('they equal the groups by the same key, the largest first, and do not change the page', () =>
    law(15, async (server, { query, names, size }) => {
      const plain = await pageOf(server, query, undefined, size)
      const { facets = {}, ...page } = await pageOf(server, query, { by: names }, size)
      expect(page).toEqual({ data: plain.data, pagination: plain.pagination })
      expect(Object.keys(facets)).toEqual(names.map((name) => name.split(':')[0]))
      for (const by of names) expect(facets[by.split(':')[0] ?? '']).toEqual(await facetByGroups(server, query, by))
    }))

  it('byOthers ignores the filter on its own attribute only', () =>
    law(15, async (server, { query, names }) => {
      const own = {
        author: { name: { $notNull: 'true' } },
        format: ['news', 'essay'],
        categories: { id: { $gt: '4' } },
      }
      const inner = query.filters === undefined ? [] : [query.filters]
      const filtered: Query = { ...query, filters: { $and: inner, ...own } }
      const { facets = {}, data, pagination } = await pageOf(server, filtered, { byOthers: names })
      const plain = await pageOf(server, filtered, 'true')
      expect({ data, pagination }).toEqual({ data: plain.data, pagination: plain.pagination })
      for (const by of names) {
        const [name = ''] = by.split(':')
        const { [name.split('.')[0] as 'format']: _left, ...others } = own
        expect(facets[name]).toEqual(await facetByGroups(server, { ...query, filters: { $and: inner, ...others } }, by))
      }
    }))
})

describe('facets', () => {
  const path = (query: string) => `/api/articles?pagination[pageSize]=1&${query}`

  it('also work without a total, and beside an empty page', async () => {
    for (const server of [magazines.sqlite, magazines.postgres]) {
      const { body } = askerOf(server)
      const without = await body(path('pagination[withCount][by]=format&pagination[withCount][total]=false'))
      expect(without.meta).toEqual({
        pagination: { page: 1, pageSize: 1 },
        facets: { format: { values: expect.arrayContaining([{ value: 'news', count: 19 }]), more: false } },
      })
      const empty = await body(path('filters[id]=-1&pagination[withCount][by]=format'))
      expect(empty).toEqual({
        data: [],
        meta: {
          pagination: { page: 1, pageSize: 1, pageCount: 0, total: 0 },
          facets: { format: { values: [], more: false } },
        },
      })
      const beyond = await body('/api/articles?pagination[page]=999&pagination[withCount][by]=featured')
      expect(beyond.meta).toMatchObject({ facets: { featured: { values: [{ value: false }, { value: true }] } } })
    }
  })

  it('are also there in the wrapped format', async () => {
    const { body } = askerOf(magazines.sqlite)
    const { meta } = await body(path('pagination[withCount][by]=featured'), { 'strapi-response-format': 'v4' })
    expect(Object.keys(meta)).toEqual(['pagination', 'facets'])
  })

  it('are ignored for one entry, as pagination is', async () => {
    const { body } = askerOf(magazines.sqlite)
    expect((await body('/api/homepage?pagination[withCount][by]=nope')).meta).toEqual({})
  })

  it('have limits, and accept the same total as withCount', async () => {
    const { refusal } = askerOf(magazines.sqlite)
    const eleven = [
      'title',
      'slug',
      'format',
      'views',
      'rating',
      'score',
      'featured',
      'openTime',
      'eventAt',
      'id',
      'locale',
    ]
    const message = async (query: string) => (await refusal(path(query))).message
    expect(await message(`pagination[withCount][by]=${eleven}`)).toBe('More than 10 facets are requested')
    expect(await message('pagination[withCount][by]=format&pagination[withCount][byOthers]=format')).toBe(
      'Invalid value format at pagination[withCount]: it is named twice',
    )
    expect(await message('pagination[withCount][bye]=format')).toBe('Invalid key bye at withCount')
    expect(await message('pagination[withCount][by]=metadata')).toBe(
      'Invalid value metadata at pagination: entries are not grouped by json',
    )
    expect(await message('pagination[withCount][by]=format&pagination[withCount][total]=capped')).toMatch(
      /^Invalid withCount parameter/,
    )
  })

  it('treat hidden names as unknown', async () => {
    const { refusal } = askerOf(magazines.sqlite)
    for (const hidden of [
      'internalNotes',
      'accessCode',
      'privateReviewer.name',
      'memo.title',
      'author.createdBy.email',
    ]) {
      const key = hidden.split('.').find((name) => !['author', 'title'].includes(name)) ?? ''
      for (const list of ['by', 'byOthers']) {
        const error = await refusal(path(`pagination[withCount][${list}]=${hidden}`))
        const unknown = await refusal(
          path(`pagination[withCount][${list}]=${hidden.replace(key, 'q'.repeat(key.length))}`),
        )
        expect(JSON.stringify(error)).toBe(JSON.stringify(unknown).replaceAll('q'.repeat(key.length), key))
      }
    }
  })
})

describe('facets with other extensions', () => {
  it('work with capped totals, and stay the same from page to page by cursor', async () => {
    const both = await openMagazines(['aggregates', 'cursors'])
    for (const server of [both.sqlite, both.postgres]) {
      const { meta } = await askerOf(server).body(
        '/api/articles?filters[title][$notNull]=true&pagination[withCount][by]=featured&pagination[withCount][total]=capped',
      )
      expect(meta).toMatchObject({ pagination: { total: 93, totalIs: 'exact' }, facets: { featured: { more: false } } })
      const start = 'pagination[start][after]=&pagination[limit]=2&pagination[withCount][by]=featured'
      for (const query of [start, `${start}&sort=author.name`, `${start}&filters[views][$gt]=1`]) {
        const first = await askerOf(server).body(`/api/articles?${query}`)
        const next = query.replace('after]=', `after]=${first.meta.pagination.next}`)
        const second = await askerOf(server).body(`/api/articles?${next}`)
        const { facets } = second.meta as unknown as Record<'facets', Record<string, Facet>>
        expect(facets).toEqual((first.meta as unknown as Record<'facets', unknown>).facets)
        const counted = facets.featured?.values.reduce((sum, { count }) => sum + count, 0)
        expect(counted).toBeGreaterThan(10)
      }
    }
    await both.close()
  })

  it('are refused without the extension, with a hint', async () => {
    const off = await openProject({
      project: fixture('magazine'),
      database: fixture('magazine.sqlite'),
      env: {},
      extensions: [],
    })
    const error = await askerOf(off).refusal('/api/articles?pagination[withCount][by]=format')
    expect(error.message).toBe('Invalid withCount parameter. Expected "t","1","true","false","0","f"')
    expect(error.details.hint).toContain("rest.extensions: ['aggregates']")
    await off.close()
  })
})
