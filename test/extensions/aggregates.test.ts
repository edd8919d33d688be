/** `/actions/aggregate`: results, errors, caching and permissions. */

import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Lectern, openProject } from '../../src/index.ts'
import { MEASURE_NAMES } from '../../src/vocabulary/measures.ts'
import { chosenWays, hiddenNames } from '../security/probes.ts'
import { type Entry, type ErrorBody, type Headers, askerOf as readerOf } from '../support/ask.ts'
import { fixture } from '../support/fixture.ts'
import { AS_FULL_ACCESS } from '../support/magazine.ts'
import { DATABASES, openSite, type Site, type SiteSpec } from '../writes/site.ts'
import { exactAverage } from './exact-sum.ts'
import { type Magazines, openMagazines } from './magazines.ts'

const SITE: SiteSpec = {
  types: {
    shelf: { attributes: { name: { type: 'string' }, secret: { type: 'string', private: true } } },
    book: {
      draftAndPublish: true,
      attributes: {
        kind: { type: 'string' },
        pages: { type: 'integer' },
        copies: { type: 'biginteger' },
        price: { type: 'decimal' },
        weight: { type: 'float' },
        sold: { type: 'boolean' },
        printed: { type: 'date' },
        readAt: { type: 'datetime' },
        shelves: { type: 'relation', relation: 'manyToMany', target: 'api::shelf.shelf' },
        main: { type: 'relation', relation: 'manyToOne', target: 'api::shelf.shelf' },
      },
    },
  },
  config: { api: { rest: { maxLimit: 100, extensions: ['aggregates'], cacheTag: true } } },
}

const HALF = '4611686018427387904'

describe.each(DATABASES)('groups of entries on %s', (kind) => {
  let site: Site
  let shelves: readonly string[]
  const groups = async (query: string) => (await site.list(`/api/books/actions/aggregate?${query}`)) as readonly Entry[]

  beforeAll(async () => {
    site = await openSite(kind, SITE)
    const [a, b] = [await site.create('/api/shelfs', { name: 'a' }), await site.create('/api/shelfs', { name: 'b' })]
    shelves = [a.documentId, b.documentId]
    const book = { kind: 'x', pages: 100, copies: HALF, price: 0.1, weight: 0.1, sold: true }
    await site.create('/api/books', {
      ...book,
      shelves,
      main: shelves[0],
      printed: '2025-03-02',
      readAt: '2025-01-01T00:30:00.000+01:00',
    })
    await site.create('/api/books', {
      ...book,
      price: 0.2,
      weight: 1e-7,
      shelves: [shelves[0]],
      printed: '2025-03-31',
      readAt: '2025-01-01T00:00:00.000Z',
    })
    await site.create('/api/books', {
      ...book,
      kind: 'y',
      pages: 7,
      copies: '1',
      price: 99_999_999,
      weight: 1e300,
      sold: false,
    })
    await site.create('/api/books', {})
    await site.create('/api/books?status=draft', { ...book, pages: 9_999, shelves })
  })
  afterAll(() => site?.close())

  it('missing values have a group of their own, the last one when groups are sorted by key', async () => {
    const nulls = { by: { kind: null }, count: 1 }
    const others = [
      { by: { kind: 'x' }, count: 2 },
      { by: { kind: 'y' }, count: 1 },
    ]
    expect(await groups('by=kind')).toEqual([...others, nulls])
    expect(await groups('by=kind&sort=kind:desc')).toEqual([...others.toReversed(), nulls])
  })

  it('count an entry once in each group, and in the null group where a list is empty', async () => {
    expect(await groups('by=shelves.name&sum=pages&sort=count:desc,shelves.name')).toEqual([
      { by: { 'shelves.name': 'a' }, count: 2, sum: { pages: 200 } },
      { by: { 'shelves.name': null }, count: 2, sum: { pages: 7 } },
      { by: { 'shelves.name': 'b' }, count: 1, sum: { pages: 100 } },
    ])
  })

  it('of a list with the same value twice, count the entry once', async () => {
    const twin = await site.create('/api/shelfs', { name: 'a' })
    const book = await site.create('/api/books', { kind: 'twin', pages: 5, shelves: [shelves[0], twin.documentId] })
    expect(await groups('by=shelves.name&sum=pages&filters[kind]=twin')).toEqual([
      { by: { 'shelves.name': 'a' }, count: 1, sum: { pages: 5 } },
    ])
    await site.ask('DELETE', `/api/books/${book.documentId}`)
  })

  it('sums are exact, beyond 64 bits and where floats would round', async () => {
    const [group] = await groups('sum=pages,copies,price,weight&avg=pages,copies,price,weight')
    const text = (await site.ask('GET', '/api/books/actions/aggregate?sum=weight,price')).text
    expect(group).toEqual({
      count: 4,
      sum: { pages: 207, copies: '9223372036854775809', price: 99999999.3, weight: 1e300 },
      avg: {
        pages: 69,
        copies: Number(3074457345618258603n),
        price: 33333333.1,
        weight: exactAverage([1e300, 0.1, 1e-7]),
      },
    })
    expect(text).toContain(`"weight":1${'0'.repeat(300)}.1000001`)
    expect(text).toContain('"price":99999999.3')
  })

  it.each([
    [[4.3, 4.3, 4.3, 4.2, 4.3], 4.28],
    [[0.1, 0.2, 0.3], 0.2],
    [[1.1, 2.2], 1.65],
    [[-0.7, -0.1, 0], -0.26666666666666666],
    [[1.7976931348623157e308, 1.7976931348623157e308], 1.7976931348623157e308],
    [[1e-310, 3e-310], 2e-310],
    [[5e-324, 0, 0], 0],
    [[1e300, 1e-300], 5e299],
    [[9007199254740992, 9007199254740996, 1], 6004799503160663],
  ])('have the double nearest to the quotient as the average of %j', async (weights, expected) => {
    const books = await Promise.all(weights.map((weight) => site.create('/api/books', { kind: 'weighed', weight })))
    const [group] = await groups('filters[kind]=weighed&avg=weight')
    for (const { documentId } of books) await site.ask('DELETE', `/api/books/${documentId}`)
    expect(group?.avg).toEqual({ weight: expected })
    expect(exactAverage(weights)).toBe(expected)
  })

  it('compare sums by value', async () => {
    const found = async (having: string) =>
      (await groups(`by=kind&sum=copies,price&sort=kind:desc&${having}`)).map(({ by }) => (by as Entry).kind)
    expect(await found('having[sum][copies][$gt]=9223372036854775807')).toEqual(['x'])
    expect(await found('having[sum][copies][$eq]=9223372036854775808')).toEqual(['x'])
    expect(await found('having[sum][price][$eq]=0.3')).toEqual(['x'])
    expect(await found('having[sum][copies][$null]=true')).toEqual([null])
    expect(await found('having[$or][0][count][$gt]=1&having[$or][1][sum][price][$gte]=99999999')).toEqual(['y', 'x'])
    expect(await found('having[$not][count][$gt]=1&having[sum][copies][$notNull]=true')).toEqual(['y'])
    expect(
      await found('having[count][$between][0]=2&having[count][$between][1]=9&having[sum][price][$in][0]=0.3'),
    ).toEqual(['x'])
  })

  it('order by sums as numbers, not as texts', async () => {
    const order = async (sort: string) =>
      (await groups(`by=kind&sum=copies,weight&filters[kind][$notNull]=true&sort=${sort}`)).map(
        ({ by }) => (by as Entry).kind,
      )
    expect(await order('sum.copies')).toEqual(['y', 'x'])
    expect(await order('sum.weight:desc')).toEqual(['y', 'x'])
    expect(await order('kind:desc')).toEqual(['y', 'x'])
  })

  it('without entries are one group without values; without a key, one group', async () => {
    expect(await groups('filters[kind]=none&sum=pages&avg=price&min=printed&countDistinct=kind')).toEqual([
      { count: 0, sum: { pages: null }, avg: { price: null }, min: { printed: null }, countDistinct: { kind: 0 } },
    ])
    expect(await groups('filters[kind]=none&by=kind')).toEqual([])
    expect(await groups('count=false')).toEqual([{}])
  })

  it('take the parts of dates in UTC', async () => {
    expect(await groups('by=printed:month&filters[printed][$notNull]=true')).toEqual([
      { by: { printed: '2025-03' }, count: 2 },
    ])
    expect(await groups('by=readAt:year,printed:day&filters[printed][$notNull]=true')).toEqual([
      { by: { readAt: '2024', printed: '2025-03-02' }, count: 1 },
      { by: { readAt: '2025', printed: '2025-03-31' }, count: 1 },
    ])
    expect(await groups('min=readAt&max=readAt')).toEqual([
      { count: 4, min: { readAt: '2024-12-31T23:30:00.000Z' }, max: { readAt: '2025-01-01T00:00:00.000Z' } },
    ])
  })

  it('cover the entries that the list shows: drafts with status=draft', async () => {
    expect(await groups('status=draft&max=pages')).toEqual([{ count: 5, max: { pages: 9_999 } }])
    expect(await groups('status=draft&publicationFilter=never-published&sum=pages')).toEqual([
      { count: 1, sum: { pages: 9_999 } },
    ])
    expect(await groups('_q=x&sum=pages')).toEqual([{ count: 2, sum: { pages: 200 } }])
  })

  it('are cached, tagged and revalidated like lists', async () => {
    const path = '/api/books/actions/aggregate?by=main.name&sum=pages'
    const first = await site.lectern.fetch(path)
    const etag = first.headers.get('etag') ?? ''
    expect(etag).toMatch(/^W\//)
    expect(first.headers.get('cache-tag')).toBe('api::book.book,api::shelf.shelf')
    expect(first.headers.get('cache-control')).toBe('public, max-age=0, must-revalidate')
    const again = () => site.lectern.fetch(path, { headers: { 'if-none-match': etag } })
    expect((await again()).status).toBe(304)
    await site.update(`/api/shelfs/${shelves[0]}`, { name: 'a' })
    expect((await again()).status).toBe(200)
  })

  it('do not change the response to an entry called actions', async () => {
    expect((await site.ask('GET', '/api/books/actions')).status).toBe(404)
    expect((await site.ask('POST', '/api/books/actions/aggregate')).status).toBe(405)
  })

  it('need the permission to find entries', async () => {
    await site.sql(`delete from up_permissions where action = 'api::shelf.shelf.find'`)
    expect((await site.ask('GET', '/api/shelfs/actions/aggregate')).status).toBe(403)
    const refused = await site.ask('GET', '/api/books/actions/aggregate?by=main.name')
    expect(refused).toMatchObject({ status: 400, error: { message: 'Invalid key main' } })
  })
})

const PARAMETERS_OF_GROUPS =
  'The parameters of groups are filters, locale, status, publicationFilter, hasPublishedVersion, _q, by, count, sum, avg, min, max, countDistinct, having, sort, pagination'

describe('invalid requests for groups', () => {
  let magazines: Magazines
  beforeAll(async () => {
    magazines = await openMagazines(['aggregates'])
  })
  afterAll(() => magazines?.close())
  const refusal = (query: string, headers?: Headers): Promise<ErrorBody> =>
    readerOf(magazines.sqlite).refusal(`/api/articles/actions/aggregate?${query}`, headers)

  it.each([
    ['fields=title', 'Invalid key fields', PARAMETERS_OF_GROUPS],
    ['populate=*', 'Invalid key populate', PARAMETERS_OF_GROUPS],
    ['groupBy=format', 'Invalid key groupBy', 'Write by[0]=… for the keys to group by'],
    ['group[]=format', 'Invalid key group', 'Write by[0]=… for the keys to group by'],
    ['cuont=true', 'Invalid key cuont', 'Did you mean count?'],
    ['by=titel', 'Invalid key titel', 'Did you mean title?'],
    ['by=', 'Invalid by parameter. Expected a string or an array of strings'],
    ['by[a]=title', 'Invalid by parameter. Expected a string or an array of strings'],
    ['by=author', 'Invalid key author'],
    ['by=sections.text', 'Invalid key sections'],
    ['by=title.x', 'Invalid key x at title'],
    ['by=metadata', 'Invalid value metadata at by: entries are not grouped by json'],
    ['by=body', 'Invalid value body at by: entries are not grouped by richtext'],
    ['by=title:month', 'Invalid value title:month at by: only dates have parts'],
    [
      'by=publishDay:week',
      'Invalid value publishDay:week at by: there are publishDay:year, publishDay:month, publishDay:day',
    ],
    ['by=publishDay:month,publishDay:year', 'Invalid value publishDay at by: it is named twice'],
    [
      'by=categories.slug,reviews.stars',
      'Invalid value reviews.stars at by: only one of the keys may lead through a list',
    ],
    ['by=title,format,views,rating', 'There are more than 3 keys to group by'],
    [`sum=${Array(21).fill('views')}`, 'More than 20 sums, averages and other measures are requested'],
    ['sum=title', 'Invalid value title at sum: it is of type string'],
    ['min=featured', 'Invalid value featured at min: it is of type boolean'],
    ['avg=reviews.stars', 'Invalid value reviews.stars at avg: it leads through a list'],
    ['sum=views,views', 'Invalid value views at sum: it is named twice'],
    ['count=views', 'Invalid count parameter. Expected true or false'],
    ['having=2', 'Invalid having parameter. Expected conditions on groups'],
    ['having[sum][views][$gt]=2', 'Invalid key sum.views'],
    ['having[$gt]=2', 'Invalid key $gt'],
    ['having[count][$contains]=2', 'Invalid operator $contains at count: groups are compared by value'],
    ['having[count][$gt]=two', 'Invalid value "two" at count. Expected a number'],
    ['having[count][$most]=2', 'Invalid key $most at count'],
    ['sort=views', 'Invalid key views'],
    ['sort=count:up', 'Invalid order. order can only be one of asc|desc|ASC|DESC'],
    ['pagination[withCount][by]=format', 'Invalid withCount parameter. Expected "t","1","true","false","0","f"'],
    ['pagination[page]=1&pagination[start]=2', 'Cannot use both page & offset pagination in the same query'],
  ])('%s', async (query, message, hint?: string) => {
    const error = await refusal(query)
    expect(error).toMatchObject({ status: 400, message })
    if (hint !== undefined) expect(error.details.hint).toBe(hint)
  })

  it('lists the names that groups can be sorted and compared by', async () => {
    const { details } = await refusal('by=format&sum=views&sort=views')
    expect(details.hint).toBe('Groups can be sorted by: count, sum.views, format')
  })

  it('reads the value of a related entry once, however many measures need it', async () => {
    const asked = '/_explorer/explain/api/reviews/actions/aggregate?sum=article.views&avg=article.views'
    for (const server of [magazines.sqlite, magazines.postgres]) {
      const { plan } = (await (await server.fetch(asked)).json()) as { readonly plan: readonly string[] }
      expect(plan.filter((step) => / articles (?:as )?t\d/.test(step))).toHaveLength(2)
    }
  })

  it('treats a hidden name as an unknown one, wherever it is used', async () => {
    const { schema } = magazines.sqlite
    const ways = chosenWays(schema, 1, 1)
    let probed = 0
    for (const { model, attribute } of hiddenNames(schema)) {
      for (const { root, steps } of ways.get(model.uid) ?? []) {
        if (root.kind === 'singleType' || steps.some(({ on }) => on !== null)) continue
        const path = (name: string) => [...steps.map((step) => step.name), name].join('.')
        const queries = (name: string) => [
          `by=${path(name)}`,
          `by[0]=id&by[1]=${path(name)}:month`,
          ...MEASURE_NAMES.map((measure) => `${measure}=${path(name)}`),
          `having[max][${path(name)}][$gt]=0`,
          `sort=min.${path(name)}`,
          `filters[${path(name).replaceAll('.', '][')}][$notNull]=true`,
        ]
        const unknown = 'q'.repeat(attribute.name.length)
        const texts = async (name: string) => {
          const ask = (query: string) =>
            readerOf(magazines.sqlite).text(`/api/${root.pluralName}/actions/aggregate?${query}`, AS_FULL_ACCESS)
          return (await Promise.all(queries(name).map(ask))).map((text) => text.replaceAll(unknown, attribute.name))
        }
        expect(await texts(attribute.name)).toEqual(await texts(unknown))
        probed += 1
      }
    }
    expect(probed).toBeGreaterThan(20)
  })
})

describe('without the extension', () => {
  let off: Lectern
  beforeAll(async () => {
    off = await openProject({
      project: fixture('magazine'),
      database: fixture('magazine.sqlite'),
      env: {},
      extensions: [],
    })
  })
  afterAll(() => off?.close())

  it('the path is unknown', async () => {
    const error = await readerOf(off).refusal('/api/articles/actions/aggregate?by=format')
    expect(error).toMatchObject({ status: 404, message: 'Not Found' })
    expect(error.details.hint).toBe(
      "This is an extension (facets beside a page, groups with sums and averages). To switch it on: rest.extensions: ['aggregates'] in config/api",
    )
  })
})
