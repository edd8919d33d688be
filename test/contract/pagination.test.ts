/** docs/queries.md, pagination, with its defaults. */

import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Magazine, openMagazine, SHOWN } from '../support/magazine.ts'

let magazine: Magazine
let all: readonly unknown[]
beforeAll(async () => {
  magazine = await openMagazine()
  all = magazine.column(`select id from articles where ${SHOWN} order by id`)
})
afterAll(() => magazine.close())

const articles = (pagination: string) =>
  `/api/articles?${pagination
    .split('&')
    .map((pair) => pair.replace(/^(\w+)/, 'pagination[$1]'))
    .join('&')}`

describe('pagination refusals', () => {
  it.each(['page=1&start=0', 'pageSize=5&limit=5', 'page=1&limit=5', 'pageSize=5&start=1', 'page=&limit='])(
    'pagination: the two methods are not mixed (%s)',
    async (pagination) => {
      expect(await magazine.refusal(articles(pagination))).toEqual({
        status: 400,
        name: 'PaginationError',
        message: 'Cannot use both page & offset pagination in the same query',
        details: {
          hint: 'Write pagination[page] with pagination[pageSize], or pagination[start] with pagination[limit]',
        },
      })
    },
  )

  it.each([
    'page=abc',
    'page=1.5',
    'pageSize=abc',
    'pageSize=2.5',
    'start=abc',
    'limit=abc',
    'limit=1e400',
    'page=1&page=2',
  ])('pagination type integer: %s is refused', async (pagination) => {
    expect(await magazine.refusal(articles(pagination))).toMatchObject({ status: 400, name: 'ValidationError' })
  })

  it.each(['maybe', '', 'TRUE', '2'])('pagination type boolean: withCount=%s is refused', async (value) => {
    expect(await magazine.refusal(articles(`withCount=${value}`))).toMatchObject({
      status: 400,
      message: 'Invalid withCount parameter. Expected "t","1","true","false","0","f"',
    })
  })
})

describe('pagination by page', () => {
  it.each([
    ['', 1, 25],
    ['page=1', 1, 25],
    ['page=2', 2, 25],
    ['pageSize=10', 1, 10],
    ['page=3&pageSize=10', 3, 10],
    ['page=2&pageSize=1', 2, 1],
    ['page=99&pageSize=10', 99, 10],
    ['pageSize', 1, 25],
    ['page=2&pageSize', 2, 25],
    ['page&pageSize=10', 1, 10],
    ['page&pageSize&start&limit', 1, 25],
    ['page=2&limit', 2, 25],
  ])('pagination by page: %s is page %i of %i', async (pagination, page, pageSize) => {
    const body = await magazine.body(pagination === '' ? '/api/articles' : articles(pagination))
    expect(body.data.map((entry) => entry.id)).toEqual(all.slice((page - 1) * pageSize, page * pageSize))
    const pageCount = Math.ceil(all.length / pageSize)
    expect(body.meta.pagination).toEqual({ page, pageSize, pageCount, total: all.length })
    expect(Object.keys(body.meta.pagination)).toEqual(['page', 'pageSize', 'pageCount', 'total'])
  })

  it('pagination by page: all pages together are all entries', async () => {
    const pages = await Promise.all(
      [1, 2, 3, 4, 5, 6, 7, 8].map((page) => magazine.ids(articles(`page=${page}&pageSize=13`))),
    )
    expect(pages.flat()).toEqual(all)
  })

  it('pagination by page: the last page has the remaining entries', async () => {
    const last = Math.ceil(all.length / 7)
    expect(await magazine.ids(articles(`page=${last}&pageSize=7`))).toEqual(all.slice((last - 1) * 7))
  })
})

describe('pagination by offset', () => {
  it.each([
    ['start=0', 0, 25],
    ['start=5', 5, 25],
    ['limit=4', 0, 4],
    ['start=3&limit=4', 3, 4],
    ['start=7&limit=3', 7, 3],
    ['start=5000', 5000, 25],
    ['limit', 0, 25],
    ['start&limit=4', 0, 4],
    ['start=5&limit', 5, 1],
  ])('pagination by offset: %s starts at %i and takes %i', async (pagination, start, limit) => {
    const body = await magazine.body(articles(pagination))
    expect(body.data.map((entry) => entry.id)).toEqual(all.slice(start, start + limit))
    expect(body.meta.pagination).toEqual({ start, limit, total: all.length })
    expect(Object.keys(body.meta.pagination)).toEqual(['start', 'limit', 'total'])
  })
})

describe('pagination withCount', () => {
  it.each([
    ['withCount=true', ['page', 'pageSize', 'pageCount', 'total']],
    ['withCount=1', ['page', 'pageSize', 'pageCount', 'total']],
    ['withCount=false', ['page', 'pageSize']],
    ['withCount=0', ['page', 'pageSize']],
    ['withCount=f&page=2', ['page', 'pageSize']],
    ['withCount=true&start=1', ['start', 'limit', 'total']],
    ['withCount=false&start=1', ['start', 'limit']],
  ])('pagination withCount: %s', async (pagination, keys) => {
    expect(Object.keys((await magazine.body(articles(pagination))).meta.pagination)).toEqual(keys)
  })

  it('pagination withCount: total counts all matching entries, not those of the page', async () => {
    const body = await magazine.body(`${articles('pageSize=2')}&filters[views][$gt]=4000`)
    const [total] = magazine.column(`select count(*) from articles where ${SHOWN} and views > 4000`)
    expect(body.meta.pagination).toMatchObject({ total, pageCount: Math.ceil(Number(total) / 2) })
  })

  it('pagination withCount: an entry with several matching relations counts once', async () => {
    const body = await magazine.body('/api/articles?filters[categories][weight][$gt]=0')
    const [total] = magazine.column(`select count(distinct a.id) from articles a
      join articles_categories_lnk l on l.article_id = a.id join categories c on c.id = l.category_id
      where a.published_at is not null and a.locale = 'en' and c.weight > 0`)
    expect(body.meta.pagination).toMatchObject({ total })
  })
})
