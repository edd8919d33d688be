/** Pages by cursor: together they are the whole list, in both directions and any order. */

import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { randomRuns } from '../support/random-runs.ts'
import { DATABASES } from '../writes/site.ts'
import { allOf, type CursorSite, NOTES, ORDERS, openCursorSite, pageAt, SORTED, walk } from './cursor-site.ts'

const SEED = 20_261_116

describe.each(DATABASES)('on %s', (kind) => {
  let site: CursorSite

  beforeAll(async () => {
    site = await openCursorSite(kind)
  })
  afterAll(() => site?.close())

  const expectWalk = async (query: string, size: number) => {
    const all = await site.ids(`/api/notes?${query}&pagination[limit]=100`)
    const sized = `${query}&pagination[limit]=${size}`
    const forward = await allOf(walk(site, sized, 'after'))
    expect(
      forward.flatMap(({ ids }) => ids),
      `forward ${sized}`,
    ).toEqual(all)
    const backward = await allOf(walk(site, sized, 'before'))
    expect(
      backward.toReversed().flatMap(({ ids }) => ids),
      `backward ${sized}`,
    ).toEqual(all)
    expect([forward.at(0)?.previous, backward.at(0)?.next], sized).toEqual([null, null])
  }

  it.each(SORTED)('walks lists sorted by %s', async (key) => {
    for (const order of ['asc', 'desc']) await expectWalk(`sort=${key}:${order}`, 6)
  })

  it.each(ORDERS)('walks lists in the order %s', (sort) => expectWalk(`sort=${sort}`, 6))

  it('returns all pages of lists with several sort keys and filters, with any page size', async () => {
    const key = fc.tuple(fc.constantFrom(...SORTED), fc.constantFrom('asc', 'desc')).map((parts) => parts.join(':'))
    const filters = ['', 'filters[views][$gte]=0&', 'filters[text][$notNull]=true&', 'status=draft&']
    const query = fc.record({
      sort: fc.array(key, { maxLength: 3 }).map((keys) => (keys.length === 0 ? '' : `sort=${keys.join(',')}`)),
      filter: fc.constantFrom(...filters),
      size: fc.integer({ min: 1, max: 25 }),
    })
    await fc.assert(
      fc.asyncProperty(query, ({ sort, filter, size }) => expectWalk(`${filter}${sort}`, size)),
      { numRuns: randomRuns(12), seed: SEED },
    )
  })

  it('goes back from a page to the one before', async () => {
    const query = 'sort=done:desc,views&pagination[limit]=4'
    const pages = await allOf(walk(site, query, 'after'))
    for (const [index, { previous }] of pages.entries()) {
      if (previous === null) expect(index).toBe(0)
      else expect((await pageAt(site, query, 'before', previous)).ids).toEqual(pages[index - 1]?.ids)
    }
    const back = await pageAt(site, query, 'before', pages[2]?.previous ?? null)
    expect((await pageAt(site, query, 'after', back.next)).ids).toEqual(pages[2]?.ids)
  })

  it('shows the page size, and the total only on request', async () => {
    const paginationOf = async (query: string) =>
      (await site.body(`/api/notes?pagination[start][after]=&${query}`)).meta.pagination
    const [next, previous] = [expect.any(String), null]
    expect(await paginationOf('pagination[limit]=2')).toEqual({ limit: 2, next, previous })
    expect(await paginationOf('pagination[limit]=9999')).toEqual({ limit: 100, next: null, previous })
    expect(await paginationOf('')).toEqual({ limit: 25, next, previous })
    for (const filter of ['', '&filters[text][$ne]=zz&sort=views', '&sort=author.name']) {
      const counted = await paginationOf(`pagination[limit]=2&pagination[withCount]=true${filter}`)
      const total = Number((await site.body(`/api/notes?${filter}`)).meta.pagination.total)
      expect(counted, filter).toEqual({ limit: 2, next, previous, total })
      const after = `/api/notes?pagination[limit]=2&pagination[start][after]=${counted.next}&pagination[withCount]=capped${filter}`
      expect((await site.body(after)).meta.pagination).toMatchObject({ limit: 2, total, totalIs: 'exact' })
    }
    const none = 'filters[text]=zz&pagination[withCount]=true'
    expect(await paginationOf(none)).toEqual({ limit: 25, next: null, previous, total: 0 })
  })

  it('shows entries as in other lists, also in the format of Strapi 4', async () => {
    const headers = { 'strapi-response-format': 'v4' }
    for (const asked of [{}, headers]) {
      const query = 'sort=text&populate=author&pagination[limit]=3'
      const { data } = await site.body(`/api/notes?${query}`, asked)
      const page = await site.body(`/api/notes?${query}&pagination[start][after]=`, asked)
      expect(page.data).toEqual(data)
      expect(page.meta.pagination).toEqual({ limit: 3, next: expect.any(String), previous: null })
    }
  })

  it('is as current as other lists', async () => {
    const path = '/api/notes?sort=createdAt:desc&pagination[limit]=1&pagination[start][after]='
    const before = await site.ids(path)
    expect(await site.ids(path)).toEqual(before)
    const made = await site.writes.create('/api/notes', { text: 'new' })
    expect(await site.ids(path)).toEqual([made.id])
    await site.writes.ask('DELETE', `/api/notes/${made.documentId}`)
    expect(await site.ids(path)).toEqual(before)
  })

  it('shows every unchanged entry exactly once', async () => {
    const all = await site.ids('/api/notes?sort=text&pagination[limit]=100')
    const touched = new Set<unknown>(all.filter((_, index) => index % 3 === 0))
    const rest = [...touched]
    const seen: unknown[] = []
    let turn = 0
    for await (const { ids } of walk(site, 'sort=text&pagination[limit]=2', 'after')) {
      seen.push(...ids)
      const [changed, removed] = [rest.pop(), turn % 2 === 0 ? rest.pop() : undefined]
      if (changed !== undefined) await site.sql(`update notes set text = 'a${turn}' where id = ${changed}`)
      if (removed !== undefined) await site.sql(`delete from notes where id = ${removed}`)
      turn += 1
    }
    expect(turn).toBeGreaterThan(NOTES / 2 - 5)
    expect(seen.filter((id) => !touched.has(id))).toEqual(all.filter((id) => !touched.has(id)))
  })
})
