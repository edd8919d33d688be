import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { DATABASES } from '../writes/site.ts'
import { matchesOf, openSearchSite, type SearchSite } from './search-site.ts'

const ARTICLES = [
  { title: 'The lantern keeper', body: 'An old man keeps the lantern by the water mill.', format: 'essay', views: 3 },
  { title: 'A walk by the river', body: 'An old lantern, a river and a mill with water.', format: 'news', views: 2 },
  { title: 'Décisions: ADR-016', body: 'Größe und Fülle, НОВОСТИ дня, ΟΔΟΣ. Lanterns!', format: 'news', views: 1 },
  { title: 'Nothing', body: null, format: null, views: 0, secret: 'lantern' },
]

describe.each(DATABASES)('full-text search on %s', (kind) => {
  let site: SearchSite
  const titles = async (query: string) => (await site.list(`/api/articles?${query}`)).map(({ title }) => title)
  const [keeper, walk, decisions] = ARTICLES.map(({ title }) => title)

  beforeAll(async () => {
    site = await openSearchSite(kind)
    for (const article of ARTICLES) await site.writes.create('/api/articles', article)
    await site.writes.create('/api/articles?status=draft', { title: 'Draft lantern', body: 'lantern lantern' })
  })
  afterAll(() => site.close())

  test('all words must occur, in any field; titles have a higher weight', async () => {
    expect(await titles('_q[text]=lantern')).toEqual([keeper, walk])
    expect(await titles('_q[text]=LANTERN old')).toEqual([keeper, walk])
    expect(await titles('_q[text]=lantern river')).toEqual([walk])
    expect(await titles('_q[text]=lantern missing')).toEqual([])
  })

  test('phrases, excluded words and prefixes', async () => {
    expect(await titles('_q[text]="water mill"')).toEqual([keeper])
    expect(await titles('_q[text]="mill water"')).toEqual([])
    expect(await titles('_q[text]=water mill')).toEqual(expect.arrayContaining([keeper, walk]))
    expect(await titles('_q[text]=lantern -river')).toEqual([keeper])
    expect(await titles('_q[text]=lantern -"water mill"')).toEqual([walk])
    expect(await titles('_q[text]=lanter')).toEqual([])
    expect(await titles('_q[text]=lanter&_q[prefix]=true&sort=views')).toEqual([decisions, walk, keeper])
    expect(await titles('_q[text]="the water mi&_q[prefix]=true')).toEqual([keeper])
  })

  test('case and diacritics are ignored, and separators of words have no meaning', async () => {
    for (const text of [
      'decisions',
      'DÉCISIONS',
      'ADR-016',
      'adr:016',
      '"ADR 016"',
      'grosse fulle',
      'новости',
      'οδος',
      'ΌΔΟΣ',
    ]) {
      const expected = text === 'grosse fulle' || text === 'ΌΔΟΣ' ? [] : [decisions]
      expect(await titles(`_q[text]=${encodeURIComponent(text)}`), text).toEqual(expected)
    }
    expect(await titles('_q[text]=AND')).toEqual([walk])
    expect(await titles(`_q[text]=${encodeURIComponent('lantern* NEAR(')}`)).toEqual([])
  })

  test('the fields to search', async () => {
    expect(await titles('_q[text]=lantern&_q[in][0]=title')).toEqual([keeper])
    expect(await titles('_q[text]=lantern&_q[in]=body&sort=views')).toEqual([walk, keeper])
    expect(await titles('_q[text]=river -mill&_q[in]=title')).toEqual([walk])
  })

  test('filters, totals, facets, pages and populate work as in any list', async () => {
    const { data, meta } = await site.body(
      '/api/articles?_q[text]=lantern&filters[views][$gte]=1&pagination[pageSize]=1&pagination[page]=2&pagination[withCount][by]=format&populate=author',
    )
    expect(data).toMatchObject([{ title: walk, author: null }])
    expect(meta).toMatchObject({
      pagination: { page: 2, pageSize: 1, pageCount: 2, total: 2 },
      facets: {
        format: {
          values: [
            { value: 'essay', count: 1 },
            { value: 'news', count: 1 },
          ],
        },
      },
    })
    const others = await site.body(
      '/api/articles?_q[text]=lantern&filters[format][$eq]=news&pagination[withCount][byOthers]=format&fields=title',
    )
    expect(others.meta).toMatchObject({ facets: { format: { values: [{ count: 1 }, { count: 1 }] } } })
    const groups = await site.body('/api/articles/actions/aggregate?_q[text]=lantern&by=format')
    expect(groups.data).toHaveLength(2)
  })

  test('matches show scores and highlights', async () => {
    const [first, second] = await matchesOf(site, '_q[text]=lantern "water mill"&_q[show]=score,highlights')
    expect(second).toBeUndefined()
    expect(first).toEqual({
      id: expect.any(Number),
      score: expect.any(Number),
      highlights: {
        title: ['The ', 'lantern', ' keeper'],
        body: ['An old man keeps the ', 'lantern', ' by the ', 'water', ' ', 'mill', '.'],
      },
    })
    const scores = await matchesOf(site, '_q[text]=lantern&_q[show]=score')
    expect(scores.map(({ score }) => Number(score))).toEqual(
      scores.map(({ score }) => Number(score)).toSorted((a, b) => b - a),
    )
    expect(scores.every(({ score }) => Number(score) > 0)).toBe(true)
    const reversed = await matchesOf(site, '_q[text]=lantern&_q[show]=score&sort=$score:asc')
    expect(reversed.map(({ id }) => id)).toEqual(scores.map(({ id }) => id).toReversed())
  })
})
