/** Pages by cursor through search results, in any order, including by score. */

import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { DATABASES } from '../writes/site.ts'
import { openSearchSite, type SearchSite } from './search-site.ts'

const ENTRIES = 12
const SEARCH = '/api/articles?_q[text]=lantern -river&fields=title'

/** A title that has the word several times. All titles are equally long, so only this decides the score. */
const titled = (times: number) => [...Array(times).fill('lantern'), ...Array(ENTRIES - times).fill('words')].join(' ')

describe.each(DATABASES)('cursors of a search on %s', (kind) => {
  let site: SearchSite
  beforeAll(async () => {
    site = await openSearchSite(kind)
    // Some scores are equal.
    for (const times of [3, 1, 7, 3, 12, 5, 9, 3, 1, 10])
      await site.writes.create('/api/articles', entry(titled(times)))
  })
  afterAll(() => site.close())

  const entry = (title: string) => ({ title, body: 'of equal length', format: 'news' })
  const page = (query: string, side: 'after' | 'before', cursor: string) =>
    site.body(`${query}&pagination[start][${side}]=${cursor}`)

  /** Ids of all pages, from the beginning of the list or from its end. */
  async function walk(query: string, side: 'after' | 'before', between = async () => {}): Promise<readonly number[]> {
    const pages: (readonly number[])[] = []
    for (let cursor: string | null = ''; cursor !== null && pages.length <= ENTRIES; ) {
      const { data, meta } = await page(query, side, cursor)
      pages.push(data.map(({ id }) => id as number))
      cursor = (side === 'after' ? meta.pagination.next : meta.pagination.previous) as string | null
      await between()
    }
    return (side === 'after' ? pages : pages.reverse()).flat()
  }

  test.each([
    '',
    '&sort=$score:desc',
    '&sort=$score:asc,title:desc',
    '&sort=title:desc',
    '&_q[show]=score&_q[in]=title',
  ])('return all pages, forwards and backwards: %s', async (order) => {
    const all = await site.ids(`${SEARCH}${order}`)
    expect(all).toHaveLength(10)
    for (const limit of [1, 3, 10]) {
      expect(await walk(`${SEARCH}${order}&pagination[limit]=${limit}`, 'after')).toEqual(all)
      expect(await walk(`${SEARCH}${order}&pagination[limit]=${limit}`, 'before')).toEqual(all)
    }
  })

  test('continue although other entries change the weights of words', async () => {
    const all = await site.ids(SEARCH)
    const add = async () => {
      for (const text of ['words', 'lantern river']) await site.writes.create('/api/articles', entry(text))
    }
    expect(await walk(`${SEARCH}&pagination[limit]=2`, 'after', add)).toEqual(all)
    expect(await walk(`${SEARCH}&pagination[limit]=2`, 'before', add)).toEqual(all)
  })

  test('are valid only for the same search', async () => {
    const { meta } = await page(`${SEARCH}&pagination[limit]=2`, 'after', '')
    const other = '/api/articles?_q[text]=words&pagination[limit]=2'
    expect(await site.refusal(`${other}&pagination[start][after]=${meta.pagination.next}`)).toMatchObject({
      status: 400,
      message: 'The cursor belongs to another search, sort or content type',
    })
    // When sorted by a field, a search may change like a filter.
    const sorted = await page(`${SEARCH}&pagination[limit]=2&sort=title`, 'after', '')
    expect(await page(`${other}&sort=title`, 'after', String(sorted.meta.pagination.next))).toHaveProperty('data')
  })

  test('continue after an entry that was deleted', async () => {
    const all = await site.ids(SEARCH)
    const { data, meta } = await page(`${SEARCH}&pagination[limit]=3`, 'after', '')
    await site.writes.ask('DELETE', `/api/articles/${data.at(-1)?.documentId}`)
    const rest = await page(`${SEARCH}&pagination[limit]=100`, 'after', String(meta.pagination.next))
    expect(rest.data.map(({ id }) => id)).toEqual(expect.arrayContaining(all.slice(5)))
  })
})
