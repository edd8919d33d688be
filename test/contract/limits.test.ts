/** Page sizes, and every limit on a request. */

import { afterEach, describe, expect, it } from 'vitest'
import { DEFAULT_LIMITS, type Limits } from '../../src/config/limits.ts'
import { type Asker, askerOf } from '../support/ask.ts'
import { type MadeProject, makeProject } from '../support/make-project.ts'

const projects: MadeProject[] = []
afterEach(async () => {
  for (const project of projects.splice(0)) await project.remove()
})

const ITEMS = 130

/** Items 1 to 130, each with the one before it as its predecessor. */
async function items(rest: Readonly<Record<string, unknown>> = {}): Promise<Asker> {
  const ids = Array.from({ length: ITEMS }, (_, index) => index + 1)
  const project = await makeProject({
    types: {
      item: {
        attributes: {
          name: { type: 'string' },
          predecessor: { type: 'relation', relation: 'manyToOne', target: 'api::item.item', inversedBy: 'successors' },
          successors: { type: 'relation', relation: 'oneToMany', target: 'api::item.item', mappedBy: 'predecessor' },
        },
      },
    },
    config: { api: { rest } },
    rows: {
      items: ids.map((id) => ({ id, name: `item ${id}` })),
      items_predecessor_lnk: ids.slice(1).map((id) => ({ item_id: id, inv_item_id: id - 1, item_ord: 1 })),
    },
  })
  projects.push(project)
  return askerOf(await project.open())
}

const page = async (ask: Asker, pagination: string) => {
  const body = await ask.body(`/api/items?${pagination}`)
  return { rows: body.data.length, ...body.meta.pagination }
}

describe('limits defaults', () => {
  it('limits: page 1, 25 entries; start 0, limit 25; at most 100', async () => {
    const ask = await items()
    expect(await page(ask, '')).toMatchObject({ rows: 25, page: 1, pageSize: 25, pageCount: 6, total: ITEMS })
    expect(await page(ask, 'pagination[pageSize]=101')).toMatchObject({
      rows: 100,
      page: 1,
      pageSize: 100,
      pageCount: 2,
    })
    expect(await page(ask, 'pagination[page]=2')).toMatchObject({ rows: 25, page: 2, pageSize: 25 })
    expect(await page(ask, 'pagination[start]=0')).toMatchObject({ rows: 25, start: 0, limit: 25 })
    expect(await page(ask, 'pagination[limit]=5')).toMatchObject({ rows: 5, start: 0, limit: 5 })
    expect(await page(ask, 'pagination[limit]=1000')).toMatchObject({ rows: 100, limit: 100 })
  })

  it('limits: api.rest.defaultLimit and api.rest.maxLimit', async () => {
    const ask = await items({ defaultLimit: 7, maxLimit: 9 })
    expect(await page(ask, '')).toMatchObject({ rows: 7, pageSize: 7, pageCount: Math.ceil(ITEMS / 7) })
    expect(await page(ask, 'pagination[limit]=1000')).toMatchObject({ rows: 9, limit: 9 })
    expect(await page(ask, 'pagination[limit]=8')).toMatchObject({ rows: 8, limit: 8 })
    expect(await page(ask, 'pagination[start]=3')).toMatchObject({ rows: 7, limit: 7 })
  })

  it('limits: a page beyond the maximum size starts where the clamped size says', async () => {
    const ask = await items({ maxLimit: 50 })
    const body = await ask.body('/api/items?pagination[page]=2&pagination[pageSize]=1000')
    expect(body.data.map(({ id }) => id)).toEqual(Array.from({ length: 50 }, (_, index) => 51 + index))
    expect(body.meta.pagination).toMatchObject({ page: 2, pageSize: 50 })
  })

  it('limits: a maximum below the default also limits the default', async () => {
    expect(await page(await items({ defaultLimit: 25, maxLimit: 10 }), '')).toMatchObject({ rows: 10, pageSize: 10 })
  })

  it('limits: a maximum above 100 can be set', async () => {
    expect(await page(await items({ maxLimit: 500 }), 'pagination[limit]=400')).toMatchObject({
      rows: ITEMS,
      limit: 400,
    })
  })

  it.each([-1, 0, '-1'])('limits: a maximum of %o is none, as in Strapi', async (maxLimit) => {
    const ask = await items({ maxLimit })
    expect(await page(ask, '')).toMatchObject({ rows: 25, pageSize: 25 })
    expect(await page(ask, 'pagination[pageSize]=1000')).toMatchObject({ rows: ITEMS, pageSize: 1000, pageCount: 1 })
  })
})

const repeat = (count: number, part: (index: number) => string) =>
  Array.from({ length: count }, (_, index) => part(index)).join('&')

describe('limits: a request at the limit is answered, one step beyond it is refused', () => {
  it.each<[keyof Limits, Partial<Limits>, number, (count: number) => string]>([
    ['listLength', { parameters: 2_000 }, 1_000, (count) => repeat(count, (index) => `filters[id][$in]=${index}`)],
    ['listLength', { parameters: 2_000 }, 1_000, (count) => repeat(count, (index) => `filters[id][$in][]=${index}`)],
    [
      'listLength',
      { parameters: 2_000 },
      1_000,
      (count) => repeat(count, (index) => `filters[id][$in][${index}]=${index}`),
    ],
    [
      'queryValues',
      { urlLength: 300_000 },
      5_000,
      (count) => repeat(count, (index) => `filters[$or][${index % 6}][id][$in]=1`),
    ],
    ['parameters', {}, 1_000, (count) => repeat(count, (index) => `x${index}=1`)],
    ['nesting', {}, 60, (count) => `x${'[a]'.repeat(count)}=1`],
    ['filterDepth', {}, 20, (count) => `filters${'[predecessor]'.repeat(count - 1)}[id]=1`],
    ['filterConditions', {}, 500, (count) => repeat(count, (index) => `filters[$or][${index}][id]=${index}`)],
    ['searchedText', {}, 10_000, (count) => `filters[name][$startsWith]=${'x'.repeat(count)}`],
    ['sortKeys', {}, 50, (count) => repeat(count, (index) => `sort[${index}]=name`)],
    ['populateDepth', {}, 20, (count) => `populate=${Array(count).fill('predecessor').join('.')}`],
    ['populateListDepth', {}, 8, (count) => `populate=${Array(count).fill('successors').join('.')}`],
    ['populateNodes', { populateNodes: 3 }, 3, (count) => `populate=${Array(count).fill('predecessor').join('.')}`],
  ])('%s %j: %i', async (limit, settings, maximum, queryOf) => {
    const ask = await items({ limits: settings })
    const named = { source: 'query', limit, maximum }
    const beyond = await ask.refusal(`/api/items?${queryOf(maximum + 1)}`)
    expect(beyond).toMatchObject({ status: 400, name: 'ValidationError', details: named })
    expect(beyond.message).toContain(String(maximum))
    await ask.list(`/api/items?${queryOf(maximum)}`)
  })

  it('answerSize: a longer response is refused', async () => {
    const ask = await items({ limits: { answerSize: 2_000 } })
    const long = `/api/items?${repeat(60, (index) => `fields[${index}]=name`)}&populate=successors.successors`
    const refusal = await ask.refusal(long.replace('/api/items?', '/api/items?pagination[pageSize]=100&'))
    expect(refusal).toMatchObject({ status: 400, details: { limit: 'answerSize', maximum: 2_000 } })
    await ask.list('/api/items?pagination[pageSize]=1&fields=name')
  })

  it('urlLength: a 414 that names the limit', async () => {
    const ask = await items()
    const url = (length: number) => '/api/items?x='.padEnd(length, 'x')
    expect(await ask.refusal(url(DEFAULT_LIMITS.urlLength + 1))).toMatchObject({
      status: 414,
      details: { limit: 'urlLength', maximum: DEFAULT_LIMITS.urlLength },
    })
    expect(await ask.list(url(DEFAULT_LIMITS.urlLength))).toHaveLength(25)
  })

  it('every limit can be set, and its error names the number', async () => {
    const ask = await items({ limits: { listLength: 2, filterConditions: 3 } })
    expect(await ask.refusal('/api/items?filters[id]=1&filters[id]=2&filters[id]=3')).toMatchObject({
      message: 'A list has more than 2 values',
    })
    expect(
      await ask.refusal(
        '/api/items?filters[$or][0][id]=1&filters[$or][1][name]=1&filters[name][$ne]=1&filters[name][$ne]=2',
      ),
    ).toMatchObject({
      message: 'The filters have more than 3 comparisons',
    })
  })
})

describe('requests at the limits are answered', () => {
  it('a list of 1,000 values finds all of them', async () => {
    const ask = await items()
    const list = repeat(1_000, (index) => `filters[id][$in][${index}]=${index < 997 ? index + 5_000 : index - 990}`)
    expect(await ask.ids(`/api/items?${list}`)).toEqual([7, 8, 9])
  })

  it('500 comparisons of texts, 100 through relations', async () => {
    const ask = await items()
    const texts = repeat(
      500,
      (index) => `filters[name][$containsi][${index}]=${index === 499 ? 'M 77' : `none ${index}`}`,
    )
    expect(await ask.ids(`/api/items?${texts}`)).toEqual([77])
    const relations = repeat(
      100,
      (index) => `filters[$or][${index}][predecessor][id]=${index === 99 ? 5 : index + 5_000}`,
    )
    expect(await ask.ids(`/api/items?${relations}`)).toEqual([6])
  })

  it('a filter 19 relations deep', async () => {
    const ask = await items()
    expect(await ask.ids(`/api/items?filters${'[predecessor]'.repeat(19)}[id]=1`)).toEqual([20])
  })

  it('groups nested as deep as filters may be', async () => {
    const ask = await items()
    expect(await ask.ids(`/api/items?filters${'[$or][0]'.repeat(18)}[id]=5`)).toEqual([5])
    expect(await ask.ids(`/api/items?filters${'[$not]'.repeat(18)}[id]=5`)).toEqual([5])
  })

  it('texts as long as a URL allows, and as long as text searches allow', async () => {
    const ask = await items()
    expect(await ask.ids(`/api/items?filters[name][$eq]=${'x'.repeat(120_000)}`)).toEqual([])
    const long = 'x'.repeat(10_000)
    for (const operator of ['$eqi', '$contains', '$containsi', '$startsWithi', '$endsWithi']) {
      expect(await ask.ids(`/api/items?filters[name][${operator}]=${long}`), operator).toEqual([])
    }
    expect(await ask.ids(`/api/items?_q=${long}`)).toEqual([])
  })
})
