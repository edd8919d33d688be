/** `populate[reviews][pagination][limit]=3`: pages of populated lists, with totals. */

import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { OpenApiDocument } from '../../src/index.ts'
import { answer } from '../naive/answer.ts'
import { ask, asRead, urlOf } from '../naive/ask.ts'
import { filterSource } from '../naive/generate-filter.ts'
import { populateSource } from '../naive/generate-populate.ts'
import { anyStatus, LISTED, type Request, requestTo } from '../naive/generate-query.ts'
import { loadTables } from '../naive/load.ts'
import { toPage } from '../naive/request.ts'
import { cut } from '../naive/show.ts'
import { isList, isObject, type Json } from '../naive/values.ts'
import { answerPointer, shapesOf } from '../openapi/validate.ts'
import { DATABASES } from '../support/databases.ts'
import { fixture } from '../support/fixture.ts'
import { AS_FULL_ACCESS } from '../support/magazine.ts'
import { makeProject } from '../support/make-project.ts'
import { randomRuns } from '../support/random-runs.ts'
import { type ExtendedMagazine, openExtended } from './extended-magazine.ts'

const SEED = 20_261_116
const RUNS = { SQLite: randomRuns(150), PostgreSQL: randomRuns(50) }

const tables = loadTables(fixture('magazine.sqlite'))
const filters = filterSource(tables)
const populate = populateSource(filters, true)

const anyRequest: fc.Arbitrary<Request> = fc
  .constantFrom(...LISTED.filter(({ links }) => Object.keys(links).length > 0))
  .chain((model) =>
    fc
      .record({ populate: populate(model, 2), status: anyStatus, pagination: fc.constant({ pageSize: '6' }) })
      .map((query) => requestTo(model, query)),
  )

/** The same request without pages inside populate. */
const unpaged = (value: Json): Json => {
  if (isList(value)) return value.map(unpaged)
  if (!isObject(value)) return value
  const { pagination, ...rest } = value
  const kept = Object.fromEntries(Object.entries(rest).map(([key, item]) => [key, unpaged(item)]))
  return pagination !== undefined && Object.keys(kept).length === 0 ? 'true' : kept
}

const optionsOf = (populated: Json | undefined, name: string) => (isObject(populated) ? populated[name] : undefined)

/** Shortens the lists of an entry that was read with whole lists. */
const cutEntry = (entry: Json, populated: Json | undefined): Json => {
  if (!isObject(entry)) return entry
  return Object.fromEntries(
    Object.entries(entry).map(([name, value]) => [name, cutValue(value, optionsOf(populated, name))]),
  )
}

const cutValue = (value: Json, options: Json | undefined): Json => {
  if (!isObject(options)) return value
  const below = (item: Json): Json => {
    const uid = isObject(item) ? (item.__component ?? item.__type) : undefined
    const own = typeof uid === 'string' && options.on !== undefined ? optionsOf(options.on, uid) : options
    return cutEntry(item, isObject(own) ? own.populate : undefined)
  }
  if (!isList(value)) return below(value)
  return cut(value.map(below), isObject(options.pagination) ? toPage(options.pagination) : undefined)
}

describe.each(DATABASES)('on %s', (kind) => {
  let magazine: ExtendedMagazine
  beforeAll(async () => {
    magazine = await openExtended(kind, ['nestedPages'], 'strapi')
  })
  afterAll(() => magazine?.close())

  it(`a page is a slice of the list, whatever the rest of the request populates (seed ${SEED})`, async () => {
    let paged = 0
    const property = fc.asyncProperty(anyRequest, async (request) => {
      const { query } = asRead(request)
      const whole = await ask(magazine.lectern, {
        ...request,
        query: { ...request.query, populate: unpaged(request.query.populate ?? null) },
      })
      const reply = await ask(magazine.lectern, request)
      expect(reply.data, urlOf(request)).toEqual(whole.data.map((entry) => cutEntry(entry, query.populate)))
      expect(reply.meta).toEqual(whole.meta)
      if (JSON.stringify(reply.data) !== JSON.stringify(whole.data)) paged += 1
    })
    await fc.assert(property, { seed: SEED, numRuns: RUNS[kind] })
    expect(paged).toBeGreaterThan(RUNS[kind] / 4)
  })

  it('all pages together are the list, and the total equals its length and its count', async () => {
    const path = '/api/articles?fields=id&populate[reviews]'
    const whole = await magazine.list(`${path}[sort]=stars:desc`)
    const counts = await magazine.list(`${path}[count]=true`)
    for (const [index, entry] of whole.entries()) {
      const reviews = entry.reviews as readonly unknown[]
      expect(counts[index]?.reviews).toEqual({ count: reviews.length })
    }
    const pages = await Promise.all(
      [1, 2, 3, 4, 5].map((page) =>
        magazine.list(
          `${path}[sort]=stars:desc&populate[reviews][pagination][page]=${page}&populate[reviews][pagination][pageSize]=2&populate[reviews][pagination][withCount]=true`,
        ),
      ),
    )
    for (const [index, entry] of whole.entries()) {
      const shown = pages.map((list) => list[index]?.reviews as { data: readonly unknown[]; meta: unknown })
      const reviews = entry.reviews as readonly unknown[]
      expect(shown.flatMap(({ data }) => data)).toEqual(reviews.slice(0, 10))
      const total = { pageSize: 2, pageCount: Math.ceil(reviews.length / 2), total: reviews.length }
      expect(shown.map(({ meta }) => meta)).toEqual([1, 2, 3, 4, 5].map((page) => ({ pagination: { page, ...total } })))
    }
    expect(whole.some(({ reviews }) => (reviews as unknown[]).length > 4)).toBe(true)
  })

  it('has the defaults of lists, and a total only on request', async () => {
    const [entry] = await magazine.list('/api/articles?populate[reviews][pagination][withCount]=false')
    expect(Array.isArray(entry?.reviews)).toBe(true)
    const counted = await magazine.first('/api/articles?populate[reviews][pagination][withCount]=true')
    expect(counted.reviews).toMatchObject({ meta: { pagination: { page: 1, pageSize: 25 } } })
    const offset = await magazine.first(
      '/api/articles?populate[reviews][pagination][start]=1&populate[reviews][pagination][withCount]=1',
    )
    expect(offset.reviews).toMatchObject({ meta: { pagination: { start: 1, limit: 25 } } })
  })

  it('works for one entry and a single type', async () => {
    const { documentId } = await magazine.first('/api/articles')
    const query = 'populate[reviews][pagination][limit]=1&populate[reviews][pagination][withCount]=true'
    const list = await magazine.first(`/api/articles?${query}`)
    expect(await magazine.one(`/api/articles/${documentId}?${query}`)).toEqual(list)
    const homepage = await magazine.one('/api/homepage?populate=*', AS_FULL_ACCESS)
    const [name, items] = Object.entries(homepage).find(([, value]) => isList(value as Json)) ?? ['', []]
    const reduced = await magazine.one(`/api/homepage?populate[${name}][pagination][limit]=1`, AS_FULL_ACCESS)
    expect((reduced as Record<string, unknown>)[name]).toEqual((items as unknown[]).slice(0, 1))
  })

  it('is beside data in the format of version 4', async () => {
    const query = 'fields=id&populate[reviews][fields]=stars&populate[reviews][pagination][limit]=2'
    const V4 = { 'strapi-response-format': 'v4' }
    const bare = await magazine.first(`/api/articles?${query}`, V4)
    const counted = await magazine.first(`/api/articles?${query}&populate[reviews][pagination][withCount]=true`, V4)
    const { reviews } = bare.attributes as { reviews: { data: readonly unknown[] } }
    expect(reviews.data.length).toBe(2)
    expect(counted.attributes).toEqual({
      reviews: { ...reviews, meta: { pagination: { start: 0, limit: 2, total: expect.any(Number) } } },
    })
    const zone = 'populate[sections][pagination][limit]=1&populate[sections][pagination][withCount]=true'
    const flat = await magazine.first(`/api/articles?${zone}`)
    const wrapped = await magazine.first(`/api/articles?${zone}`, V4)
    expect((wrapped.attributes as typeof flat).sections).toEqual(flat.sections)
  })

  it('is ignored where the caller may not find the relation', async () => {
    const plain = await magazine.text('/api/articles?populate[memo]=true')
    expect(await magazine.text('/api/articles?populate[memo][pagination][limit]=abc')).toBe(plain)
  })

  it('does not count drafts and entries that the caller may not see', async () => {
    const query = (status: string) =>
      `/api/authors?status=${status}&fields=id&populate[articles][pagination][limit]=1&populate[articles][pagination][withCount]=true`
    for (const status of ['published', 'draft']) {
      const whole = await magazine.list(`/api/authors?status=${status}&fields=id&populate=articles`)
      const totals = (await magazine.list(query(status))).map(({ articles }) => totalOf(articles))
      expect(totals).toEqual(whole.map(({ articles }) => (articles as unknown[]).length))
      expect(Math.max(...totals)).toBeGreaterThan(1)
    }
  })

  const AT = 'populate[reviews][pagination]'
  it.each([
    [`${AT}=3`, 'Invalid value "3" for pagination at reviews. Expected an object: [pagination][limit]=3'],
    [`${AT}[limit]=0`, 'Invalid value "0" for limit at reviews. Expected a whole number from 1 on'],
    [`${AT}[limit]=-1`, 'Invalid value "-1" for limit at reviews. Expected a whole number from 1 on'],
    [`${AT}[limit]=1e1`, 'Invalid value "1e1" for limit at reviews. Expected a whole number from 1 on'],
    [`${AT}[limit]`, 'Invalid value null for limit at reviews. Expected a whole number from 1 on'],
    [`${AT}[limit]=101`, 'Invalid value "101" for limit at reviews. Expected at most 100'],
    [`${AT}[pageSize]=101`, 'Invalid value "101" for pageSize at reviews. Expected at most 100'],
    [`${AT}[page]=0`, 'Invalid value "0" for page at reviews. Expected a whole number from 1 on'],
    [
      `${AT}[page]=9007199254740991&${AT}[pageSize]=9`,
      'Invalid value "9007199254740991" for page at reviews. Expected a smaller number',
    ],
    [
      `${AT}[start]=99999999999999999999`,
      'Invalid value "99999999999999999999" for start at reviews. Expected a whole number from 0 on',
    ],
    [`${AT}[withCount]=capped`, 'Invalid value "capped" for withCount at reviews. Expected true or false'],
    [`${AT}[size]=3`, 'Invalid key size at reviews.pagination'],
    [`${AT}[page]=1&${AT}[limit]=3`, 'Cannot use both page & offset pagination in the same query'],
    [`${AT}[limit]=3&populate[reviews][count]=true`, 'Invalid key pagination at reviews'],
    ['populate[reviews][limit]=3', 'Invalid key limit at reviews'],
    ['populate[author][pagination][limit]=3', 'Invalid key pagination at author'],
    ['populate[seo][pagination][limit]=3', 'Invalid key pagination at seo'],
    ['populate[cover][pagination][limit]=3', 'Invalid key pagination at cover'],
    ['populate[sections][on][blocks.quote][pagination][limit]=3', 'Invalid key pagination at sections'],
    [
      'populate[author][populate][articles][pagination][limit]=x',
      'Invalid value "x" for limit at author.articles. Expected a whole number from 1 on',
    ],
  ])('refuses %s', async (query, message) => {
    expect(await magazine.refusal(`/api/articles?${query}`)).toMatchObject({ status: 400, message })
  })

  it('is described', async () => {
    const document = JSON.parse(await magazine.text('/_openapi.json', AS_FULL_ACCESS)) as OpenApiDocument
    const { faults } = shapesOf(document, { sealed: true })
    for (const name of ['reviews', 'sections', 'links', 'gallery', 'localizations']) {
      const url = `/api/articles?populate[${name}][pagination][limit]=1&populate[${name}][pagination][withCount]=true`
      const body: unknown = JSON.parse(await magazine.text(url, AS_FULL_ACCESS))
      expect(faults(answerPointer('/api/articles'), body), name).toEqual([])
    }
  })
})

function totalOf(list: unknown): number {
  return (list as { meta: { pagination: { total: number } } }).meta.pagination.total
}

it('answers as the naive evaluator does', async () => {
  const magazine = await openExtended('SQLite', ['nestedPages'], 'strapi')
  const property = fc.asyncProperty(anyRequest, async (request) => {
    const { path, query } = asRead(request)
    expect(await ask(magazine.lectern, request), urlOf(request)).toEqual(answer(tables, path, query))
  })
  await fc.assert(property, { seed: SEED + 1, numRuns: RUNS.SQLite })
  await magazine.close()
})

describe('nested lists', () => {
  const SELF = { type: 'relation', relation: 'oneToMany', target: 'api::item.item', mappedBy: 'parent' }
  const item = {
    attributes: {
      parent: { type: 'relation', relation: 'manyToOne', target: 'api::item.item', inversedBy: 'items' },
      items: SELF,
    },
  }
  const nested = (levels: number, limit: number) => {
    const placeOf = (depth: number) => Array.from({ length: depth }, () => '[items]').join('[populate]')
    const pages = Array.from(
      { length: levels },
      (_, index) => `populate${placeOf(index + 1)}[pagination][limit]=${limit}`,
    )
    return [...pages, `populate${placeOf(levels)}[fields]=id`].join('&')
  }

  it('of at most ten rows each do not count towards populateListDepth', async () => {
    const project = await makeProject({ types: { item }, rows: { items: [{ id: 1 }] } })
    const lectern = await project.open({ extensions: ['nestedPages'] })
    expect((await lectern.fetch(`/api/items?${nested(8, 11)}`)).status).toBe(200)
    expect((await lectern.fetch(`/api/items?${nested(9, 10)}`)).status).toBe(200)
    const refused = (await (await lectern.fetch(`/api/items?${nested(9, 11)}`)).json()) as {
      error: { details: object }
    }
    expect(refused.error.details).toMatchObject({ limit: 'populateListDepth', maximum: 8 })
    await project.remove()
  })

  it('are still limited by populatedRows', async () => {
    const rows = Array.from({ length: 8 }, (_, index) => ({ id: index + 1 }))
    const links = rows.map(({ id }, index) => ({ id: index + 1, item_id: id, inv_item_id: 1, item_ord: index }))
    const project = await makeProject({
      types: { item },
      rows: { items: rows, items_parent_lnk: links },
      config: { api: { rest: { limits: { populatedRows: 10 } } } },
    })
    const lectern = await project.open({ extensions: ['nestedPages'] })
    const response = await lectern.fetch(`/api/items?${nested(3, 5)}`)
    expect([response.status, await response.text()]).toEqual([400, expect.stringContaining('populatedRows')])
    await project.remove()
  })
})

it('off: refused, with a hint that names the extension', async () => {
  const magazine = await openExtended('SQLite', [])
  for (const [at, message] of [
    ['reviews', 'Invalid key pagination at reviews'],
    ['sections', /^Invalid nested populate for article\.sections/],
  ] as const) {
    const error = await magazine.refusal(`/api/articles?populate[${at}][pagination][limit]=3`)
    expect(error.message).toMatch(message)
    expect(error.details.hint).toContain("rest.extensions: ['nestedPages']")
  }
  const toOne = await magazine.refusal('/api/articles?populate[author][pagination][limit]=3')
  expect(toOne.details).toHaveProperty('hint', 'This is one entry at most: leave pagination out')
  await magazine.close()
})
