/**
 * Relations to one for which the database has several links: the first row in the requested order is shown. Without an
 * order, it is the one that Strapi shows.
 */

import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { DATABASES, type Entry, namesOf, openSite, type Site, type SiteSpec } from '../writes/site.ts'

const toOne = (target: string, inversedBy: string) => ({
  type: 'relation',
  relation: 'manyToOne',
  target: `api::${target}.${target}`,
  inversedBy,
})
const toMany = (target: string, mappedBy: string) => ({ ...toOne(target, ''), relation: 'oneToMany', mappedBy })

const SPEC: SiteSpec = {
  types: {
    product: {
      attributes: { name: { type: 'string' }, price: { type: 'integer' }, shelf: toOne('shelf', 'products') },
    },
    shelf: {
      attributes: {
        name: { type: 'string' },
        floor: { type: 'integer' },
        products: toMany('product', 'shelf'),
        books: toMany('book', 'shelf'),
      },
    },
    book: { attributes: { price: { type: 'integer' }, shelf: toOne('shelf', 'books') } },
  },
  config: { api: { rest: { extensions: ['aggregates'] } } },
}

/** For each shelf, the prices of its books. */
const SHELVES: Readonly<Record<string, readonly number[]>> = { low: [1, 9], middle: [5], high: [3, 7, 8] }

const ORDERS: Readonly<Record<string, string>> = {
  'books.price:asc': 'low',
  'books.price:desc': 'low',
  name: 'high',
  'name:desc': 'middle',
}

describe.each(DATABASES)('a relation to one with several links on %s', (kind) => {
  let site: Site
  let product: Entry
  let single: Entry

  beforeAll(async () => {
    site = await openSite(kind, SPEC)
    for (const [name, prices] of Object.entries(SHELVES)) {
      const books: string[] = []
      for (const price of prices) books.push((await site.create('/api/books', { price })).documentId)
      await site.create('/api/shelfs', { name, books, floor: prices.length })
    }
    product = await site.create('/api/products', { name: 'lamp', price: 9 })
    const [, middle] = await site.list('/api/shelfs')
    single = await site.create('/api/products', { name: 'chair', price: 5, shelf: middle?.documentId })
    await site.sql(
      `insert into products_shelf_lnk (product_id, shelf_id) select ${product.id}, id from shelfs order by id desc`,
    )
  })
  afterAll(() => site?.close())

  const shelfOf = async ({ documentId }: Entry, options: string) =>
    namesOf((await site.read(`/api/products/${documentId}?${options}`)).shelf)

  it.each(Object.keys(ORDERS))('shows the first by %s', async (sort) => {
    expect(await shelfOf(product, `populate[shelf][sort]=${sort}`)).toBe(ORDERS[sort])
    expect(await shelfOf(single, `populate[shelf][sort]=${sort}`)).toBe('middle')
  })

  it('shows the one that Strapi shows', async () => {
    const shown = kind === 'SQLite' ? 'low' : 'high'
    expect(await shelfOf(product, 'populate=shelf')).toBe(shown)
    expect(await shelfOf(product, 'populate[shelf][fields]=name&populate[shelf][populate]=books')).toBe(shown)
    const others = 'populate[shelf][filters][name][$ne]=low'
    expect(await shelfOf(product, others)).toBe(kind === 'SQLite' ? 'middle' : 'high')
  })

  it.each(['', '&filters[price][$gt]=5'])('is grouped by the shown entry, with "%s"', async (filters) => {
    const groups = await site.list(`/api/products/actions/aggregate?by=shelf.name&max=price,shelf.floor${filters}`)
    const shown = await site.list(`/api/products?populate=shelf${filters}`)
    const expected = shown.map(({ price, shelf }) => {
      const { name, floor } = shelf as Entry
      return { by: { 'shelf.name': name }, count: 1, max: { price, 'shelf.floor': floor } }
    })
    expect(groups).toHaveLength(expected.length)
    expect(groups).toEqual(expect.arrayContaining(expected))
  })

  it('shows the first entry that matches a filter', async () => {
    const filtered = 'populate[shelf][filters][name][$in][0]=middle&populate[shelf][filters][name][$in][1]=high'
    expect(await shelfOf(product, `${filtered}&populate[shelf][sort]=books.price:asc`)).toBe('high')
    expect(await shelfOf(product, `${filtered}&populate[shelf][sort]=books.price:desc`)).toBe('high')
    expect(await shelfOf(product, 'populate[shelf][filters][name]=none&populate[shelf][sort]=books.price')).toBe(null)
  })
})
