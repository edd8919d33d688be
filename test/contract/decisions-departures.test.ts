/** Where Lectern departs from Strapi on purpose: docs/compatibility.md. */

import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Asker, askerOf, type Entry } from '../support/ask.ts'
import { type Magazine, openMagazine, SHOWN, shown } from '../support/magazine.ts'
import { type MadeProject, makeProject } from '../support/make-project.ts'

let magazine: Magazine
beforeAll(async () => {
  magazine = await openMagazine()
})
afterAll(() => magazine.close())

const found = (query: string) => magazine.ids(`/api/articles?${query}&pagination[limit]=100&fields[0]=id`)
const matching = (where: string) => magazine.column(`select id from articles where ${SHOWN} and (${where}) order by id`)

describe('mistakes in requests are 400s', () => {
  it.each([
    'filters[views]=abc',
    'filters[views]=',
    'filters[views]=Infinity',
    'filters[impressions]=1.5',
    'filters[rating][$gt]=much',
    'filters[views][$in][0]=1&filters[views][$in][1]=x',
    'filters[id]=abc',
    'filters[views][$between]=1',
    'filters[views][$between]=1,2',
    'filters[views][$between][0]=1&filters[views][$between][1]=2&filters[views][$between][2]=3',
    'filters[$or]=1',
    'filters[$or][title]=x',
    'filters[$and][title]=x',
    'filters[$or][0]=x',
    'filters[$not]=x',
    'filters[views][$eq][y]=1',
    'filters[views][$in][a]=1',
    'filters[views][title]=x',
    'filters[0][title]=x',
    'filters[]=',
    'filters[$eq]=x',
    'filters[title][$gt]&filters[nothing]',
    'fields=',
    'fields=constructor',
    'sort=title.foo',
    'sort[title][foo]=asc',
    'sort=constructor',
    'populate[author]',
    '_q[0]=x',
    'locale[a]=fr',
    'filters[__proto__][x]=1',
    'filters[toString]=1',
    'filters[author][constructor]=1',
    'populate[__proto__]=true',
  ])('%s', async (query) => {
    expect(await magazine.refusal(`/api/articles?${query}`)).toMatchObject({ status: 400 })
  })
})

describe('filters that Strapi reads differently', () => {
  it('filters[rel][$not][…] means filters[$not][rel][…]', async () => {
    const inside = await found('filters[author][$not][name]=Canyon Signal')
    expect(inside).toEqual(await found('filters[$not][author][name]=Canyon Signal'))
    expect(inside).toEqual(
      matching(`exists (select 1 from articles_author_lnk l join authors u on u.id = l.author_id
        where l.article_id = articles.id and u.published_at is not null and u.name <> 'Canyon Signal')`),
    )
  })

  it('filters[f][$or] and [$and] on a scalar apply to that field', async () => {
    expect(await found('filters[views][$or][0][$lt]=400&filters[views][$or][1][$gt]=4800')).toEqual(
      matching('views < 400 or views > 4800'),
    )
    expect(await found('filters[views][$and][0][$gt]=400&filters[views][$and][1][$lt]=900')).toEqual(
      matching('views > 400 and views < 900'),
    )
    expect(await found('filters[views][$or][0]=728&filters[views][$or][1]=397')).toEqual(
      matching('views in (728, 397)'),
    )
  })

  it('several operators on a relation, or operators beside attributes, apply to the same related row', async () => {
    expect(await found('filters[author][$gt]=4&filters[author][$lt]=9')).toEqual(
      matching(`exists (select 1 from articles_author_lnk l join authors u on u.id = l.author_id
        where l.article_id = articles.id and u.published_at is not null and u.id > 4 and u.id < 9)`),
    )
    expect(await found('filters[author][$gt]=4&filters[author][name][$startsWith]=Canyon')).toEqual(
      matching(`exists (select 1 from articles_author_lnk l join authors u on u.id = l.author_id
        where l.article_id = articles.id and u.published_at is not null and u.id > 4 and u.name like 'Canyon%')`),
    )
  })
})

describe('never drop a filter', () => {
  const list = (count: number, index: (position: number) => string) =>
    Array.from({ length: count }, (_, position) => `filters[id][$in][${index(position)}]=${position + 1}`).join('&')

  it.each([99, 100, 101, 102, 500, 998])('a list of %i values, by index', async (count) => {
    const path = `/api/articles?${list(count, String)}&fields[0]=id&pagination[limit]=100`
    expect(await magazine.ids(path)).toEqual(matching(`id <= ${count}`).slice(0, 100))
  })

  it.each([101, 500])('a list of %i values, with empty brackets', async (count) => {
    const path = `/api/articles?${list(count, () => '')}&fields[0]=id&pagination[limit]=100`
    expect(await magazine.ids(path)).toEqual(matching(`id <= ${count}`).slice(0, 100))
  })

  it.each([
    ['filters[title][$ne]=b&filters[title]=a', 'filters[title]'],
    ['filters[author]=3&filters[author][name]=x', 'filters[author]'],
    ['populate[tags][filters][label]=a&populate[tags][filters][label][$ne]=b', 'populate[tags][filters][label]'],
  ])('a value beside operators: %s', async (query, place) => {
    const error = await magazine.refusal(`/api/articles?${query}`)
    expect(error.message).toBe(
      `Invalid value at ${place}: it has a value and operators or attributes. Write the value with an operator: ${place}[$eq]=…`,
    )
  })

  it('a map with numeric keys is a list in the order of its keys', async () => {
    expect(await found('filters[id][$in][5000]=2&filters[id][$in][7]=6')).toEqual([2, 6])
    expect(await found('filters[views][$between][900]=400&filters[views][$between][20]=300')).toEqual(
      matching('views between 300 and 400'),
    )
    expect(await found('filters[$or][5000][id]=2&filters[$or][3][id]=6')).toEqual([2, 6])
    expect(await magazine.ids('/api/articles?sort[5000]=title&sort[7]=format&pagination[limit]=100')).toEqual(
      magazine.column(`select id from articles where ${SHOWN} order by format, title, id limit 100`),
    )
    expect(Object.keys(await magazine.first('/api/articles?fields[5000]=title&fields[2000]=views'))).toEqual([
      'id',
      'documentId',
      'title',
      'views',
    ])
    expect(
      Object.keys(await magazine.first('/api/articles?fields=title&populate[5000]=author&populate[2000]=tags')),
    ).toEqual(['id', 'documentId', 'title', 'author', 'tags'])
  })

  it('more than 1,000 values, more than 1,000 parameters or too many brackets: a 400 that names the limit', async () => {
    expect(await magazine.refusal(`/api/articles?${list(1_001, () => '')}`)).toMatchObject({
      status: 400,
      details: { limit: expect.any(String), maximum: 1_000 },
    })
    const parameters = Array.from({ length: 1_001 }, (_, index) => `p${index}=1`).join('&')
    expect(await magazine.refusal(`/api/articles?${parameters}`)).toMatchObject({
      status: 400,
      details: { limit: 'parameters' },
    })
    expect(await magazine.refusal(`/api/articles?filters${'[author][articles]'.repeat(31)}[id]=1`)).toMatchObject({
      status: 400,
      details: { limit: 'nesting' },
    })
    expect(await magazine.refusal(`/api/articles?filters${'[author][articles]'.repeat(11)}[id]=1`)).toMatchObject({
      status: 400,
      details: { limit: 'filterDepth' },
    })
  })

  it('populate by map and by list together populates both', async () => {
    const entry = await magazine.first('/api/articles?fields=title&populate[author]=true&populate[0]=tags')
    expect(Object.keys(entry)).toEqual(['id', 'documentId', 'title', 'author', 'tags'])
  })

  it('a path that ends in a forbidden type populates the relations before it', async () => {
    const entry = await magazine.first('/api/articles?fields=title&populate=author.account')
    expect(Object.keys(entry)).toEqual(['id', 'documentId', 'title', 'author'])
    expect(entry.author).not.toHaveProperty('account')
  })

  it('a hidden name in a list with commas is refused as unknown', async () => {
    expect(await magazine.refusal('/api/articles?populate=author,privateReviewer')).toMatchObject({ status: 400 })
  })

  it('filters[documentId] also applies to requests for one entry', async () => {
    const path = '/api/articles/qnjh2e6ua8b9g28y3g2c93ey'
    expect(await magazine.refusal(`${path}?filters[documentId]=another`)).toMatchObject({ status: 404 })
  })

  it('locale=* does not change localizations', async () => {
    const entries = await magazine.list(
      '/api/articles?locale=*&populate=localizations&filters[documentId]=qnjh2e6ua8b9g28y3g2c93ey',
    )
    expect(entries.map(({ localizations }) => (localizations as Entry[]).map(({ id }) => id))).toEqual([[4], [2]])
  })
})

describe('the same text operators on every database', () => {
  it('$contains, $startsWith and $endsWith are case-sensitive', async () => {
    expect(await found('filters[title][$contains]=HARBOR')).toEqual([])
    expect(await found('filters[title][$startsWith]=harbor')).toEqual([])
    expect(await found('filters[title][$endsWith]=WINTER')).toEqual([])
    expect(await found('filters[title][$startsWith]=Harbor')).toEqual(matching(`title glob 'Harbor*'`))
  })

  it('operators ending in i ignore the case of É', async () => {
    for (const operator of ['$containsi', '$endsWithi']) {
      expect(await found(`filters[title][${operator}]=éLAN`)).toEqual(matching(`title glob '*Élan'`))
    }
  })

  it.each([
    ['views', '72', `cast(views as text) like '%72%'`],
    ['impressions', '6450', `cast(impressions as text) like '%6450%'`],
    ['rating', '4.', `rating >= 4 and rating < 5 and rating <> 4`],
    ['publishDay', '-04-', `publish_day like '%-04-%'`],
    ['openTime', ':13:', `open_time like '%:13:%'`],
    ['eventAt', '2023-01-21T10:29:50.300Z', 'event_at = 1674296990300'],
    ['eventAt', 'T10:', `strftime('%H', event_at / 1000, 'unixepoch') = '10'`],
    ['stampedAt', '16023948', `cast(stamped_at as text) like '%16023948%'`],
    ['featured', 'tru', 'featured = 1'],
    ['metadata', '"lang":"a"', `metadata like '%"lang":"a"%'`],
  ])('$contains on %s (%s) compares the value as it is shown', async (name, text, where) => {
    expect(await found(`filters[${name}][$contains]=${text}`)).toEqual(matching(where))
    expect(await found(`filters[${name}][$containsi]=${text}`)).toEqual(matching(where))
  })
})

describe('differences in the form of responses', () => {
  it('total agrees with data', async () => {
    for (const query of ['', 'filters[categories][weight][$lt]=50', 'status=draft&locale=*']) {
      const { data, meta } = await magazine.body(`/api/articles?${query}&pagination[limit]=100`)
      const total = Number(meta.pagination.total)
      expect(data).toHaveLength(Math.min(total, 100))
    }
  })

  it('key order: id, documentId, fields, timestamps, locale, populated attributes in schema order, __component last', async () => {
    const path =
      '/api/articles?populate[8]=gallery&populate[0]=seo&populate[1]=author&populate[2]=sections&fields[0]=locale&fields[1]=views&fields[2]=updatedAt&fields[3]=createdAt&fields[4]=title'
    for (const entry of await magazine.list(path)) {
      expect(Object.keys(entry)).toEqual([
        ...['id', 'documentId', 'title', 'views', 'createdAt', 'updatedAt', 'locale'],
        ...['author', 'seo', 'sections', 'gallery'],
      ])
      for (const item of entry.sections as Entry[]) expect(Object.keys(item).at(-1)).toBe('__component')
    }
    expect(await magazine.text(path)).toBe(await magazine.text(path))
  })

  it('no X-Powered-By', async () => {
    const { headers } = await magazine.lectern.fetch('/api/articles')
    expect(headers.get('x-powered-by')).toBeNull()
  })

  it('nulls come first in ascending order on SQLite, last in descending; ties go by id, ascending either way', async () => {
    const views = async (order: string) =>
      (await magazine.list(`/api/articles?sort=views:${order}&pagination[limit]=100`)).map(({ views }) => views)
    expect((await views('asc'))[0]).toBeNull()
    expect((await views('desc')).at(-1)).toBeNull()
    for (const order of ['asc', 'desc']) {
      expect(await magazine.ids(`/api/articles?sort=format:${order}&pagination[limit]=100`)).toEqual(
        magazine.column(`select id from articles where ${SHOWN} order by format ${order}, id asc limit 100`),
      )
    }
  })
})

describe('exact values', () => {
  let project: MadeProject
  let ask: Asker
  const NUMBERS = [9007199254740991n, 9007199254740992n, 9007199254740993n, 9223372036854775807n, -9223372036854775808n]
  beforeAll(async () => {
    project = await makeProject({
      types: { number: { attributes: { big: { type: 'biginteger' }, at: { type: 'time' } } } },
      rows: { numbers: NUMBERS.map((big, index) => ({ id: index + 1, big, at: `10:11:1${index}.500` })) },
    })
    ask = askerOf(await project.open())
  })
  afterAll(() => project.remove())

  it('bigintegers beyond 2^53 are exact: shown, compared, sorted', async () => {
    expect((await ask.list('/api/numbers')).map(({ big }) => big)).toEqual(NUMBERS.map(String))
    expect(await ask.ids('/api/numbers?filters[big]=9007199254740993')).toEqual([3])
    expect(await ask.ids('/api/numbers?filters[big][$gt]=9007199254740992')).toEqual([3, 4])
    expect(
      await ask.ids('/api/numbers?filters[big][$in][0]=9007199254740992&filters[big][$in][1]=9223372036854775807'),
    ).toEqual([2, 4])
    expect(await ask.ids('/api/numbers?filters[big][$lt]=99999999999999999999')).toEqual([1, 2, 3, 4, 5])
    expect(await ask.ids('/api/numbers?filters[big]=99999999999999999999')).toEqual([])
    expect(await ask.ids('/api/numbers?sort=big')).toEqual([5, 1, 2, 3, 4])
  })

  it('time values have three decimals, in responses and in filters', async () => {
    expect((await ask.list('/api/numbers')).map(({ at }) => at)).toEqual(
      NUMBERS.map((_, index) => `10:11:1${index}.500`),
    )
    for (const time of ['10:11:12.5', '10:11:12.50', '10:11:12.500']) {
      expect(await ask.ids(`/api/numbers?filters[at]=${time}`)).toEqual([3])
    }
  })
})

describe('filters on missing relations', () => {
  it('an entry without the relation matches $null below it, and no comparison', async () => {
    const author = (where: string) => `exists (select 1 from articles_author_lnk l join authors u on u.id = l.author_id
      where l.article_id = a.id and u.published_at is not null and ${where})`
    const expected = (where: string) =>
      magazine.column(`select a.id from articles a where ${shown('a')} and (${where}) order by a.id`)
    expect(await found('filters[author][followers][$null]=true')).toEqual(
      expected(`not ${author('1')} or ${author('u.followers is null')}`),
    )
    expect(await found('filters[author][followers][$ne]=1')).toEqual(expected(author('u.followers <> 1')))
    expect(await found('filters[$not][author][followers][$null]=true')).toEqual(
      expected(author('u.followers is not null')),
    )
    expect(await found('filters[author][mentor][name][$null]=true')).toEqual(
      expected(
        `not ${author('1')} or ${author(`not exists (select 1 from authors_mentor_lnk m join authors x on x.id = m.inv_author_id
        where m.author_id = u.id and x.published_at is not null and x.name is not null)`)}`,
      ),
    )
  })
})
