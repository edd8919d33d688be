/** docs/queries.md, filters: syntax and rules, on the recorded project. */

import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Magazine, openMagazine, SHOWN } from '../support/magazine.ts'

let magazine: Magazine
beforeAll(async () => {
  magazine = await openMagazine()
})
afterAll(() => magazine.close())

const found = (filters: string) => magazine.ids(`/api/articles?${filters}&pagination[limit]=100&fields[0]=id`)
const matching = (where: string) => magazine.column(`select id from articles where ${SHOWN} and (${where}) order by id`)

/** SQL: articles with a related row that meets the condition. */
const someAuthor = (where: string) => `exists (select 1 from articles_author_lnk l join authors u on u.id = l.author_id
  where l.article_id = articles.id and u.published_at is not null and ${where})`
const someCategory = (where: string) => `exists (select 1 from articles_categories_lnk l
  join categories c on c.id = l.category_id where l.article_id = articles.id and ${where})`
const someTag = (where: string) => `exists (select 1 from articles_tags_lnk l
  join tags t on t.id = l.tag_id where l.article_id = articles.id and ${where})`

describe('filters refusals', () => {
  it.each([
    ['filters=abc', 'The filters parameter must be an object or an array'],
    ['filters[author][nothing]=1', 'Invalid key nothing at author'],
    ['filters[author][articles][nothing]=1', 'Invalid key nothing at author.articles'],
    ['filters[author][name][$foo]=1', 'Invalid key $foo at author.name'],
    ['filters[metadata][lang]=a', 'Invalid key lang at metadata'],
    ['filters[publishDay]=yesterday', 'Invalid format, expected yyyy-MM-dd'],
    ['filters[publishDay]=2024-02-31', 'Invalid date'],
    ['filters[eventAt][$gt]=soon', 'Invalid format, expected a timestamp or an ISO date'],
    ['filters[openTime]=noon', 'Invalid time format, expected HH:mm:ss.SSS'],
    ['filters[author]=not-a-number', 'Expected a numeric id'],
  ])('filters: %s is refused', async (filters, message) => {
    const error = await magazine.refusal(`/api/articles?${filters}`)
    expect(error).toMatchObject({ status: 400, name: 'ValidationError' })
    expect(error.message).toContain(message)
  })

  it.each(['cover', 'gallery'])('filters 2: filtering on the media field %s is not possible', async (name) => {
    for (const filter of ['[name]=x', '[id]=1', '[$null]=true', '=1']) {
      const error = await magazine.refusal(`/api/articles?filters[${name}]${filter}`)
      expect(error).toMatchObject({ status: 400, message: `Invalid key ${name}` })
    }
  })

  it('filters 2: nor on media inside a component', async () => {
    const error = await magazine.refusal('/api/articles?filters[seo][ogImage][name]=x')
    expect(error).toMatchObject({ status: 400, message: expect.stringContaining('Invalid key ogImage') })
  })

  it('filters 2: nor on dynamic zones', async () => {
    for (const filter of ['[text]=x', '[$null]=true', '[0]=1']) {
      const error = await magazine.refusal(`/api/articles?filters[sections]${filter}`)
      expect(error).toMatchObject({ status: 400, message: 'Invalid key sections' })
    }
  })
})

describe('filters values of every type', () => {
  it.each([
    ['filters[title][$contains]=harbor', `instr(title, 'harbor')`],
    ['filters[title][$containsi]=harbor', `lower(title) like '%harbor%'`],
    ['filters[title][$containsi]=élan', `title like '%Élan%'`],
    ['filters[title][$contains]=100%25_Sure', `instr(title, '100%_Sure')`],
    ['filters[format]=news', `format = 'news'`],
    ['filters[contactEmail][$endsWith]=@Example.com', `contact_email is not null`],
    ['filters[contactEmail][$endsWith]=@example.com', `0`],
    ['filters[views][$gt]=2500', 'views > 2500'],
    ['filters[views]=397', 'views = 397'],
    ['filters[rating][$gte]=4.47', 'rating >= 4.47'],
    ['filters[score][$lt]=10.5', 'score < 10.5'],
    ['filters[impressions][$gt]=900719926000', 'impressions > 900719926000'],
    ['filters[featured]=true', 'featured = 1'],
    ['filters[featured]=false', 'featured = 0'],
    ['filters[featured][$null]=true', 'featured is null'],
    ['filters[publishDay]=2022-04-16', `publish_day = '2022-04-16'`],
    [
      'filters[publishDay][$between][0]=2022-01-01&filters[publishDay][$between][1]=2022-12-31',
      `publish_day like '2022%'`,
    ],
    ['filters[openTime][$lt]=12:00:00', `open_time < '12:00:00.000'`],
    ['filters[openTime]=14:13:00', `open_time = '14:13:00.000'`],
    ['filters[eventAt][$gte]=2022-01-01T00:00:00.000Z', 'event_at >= 1640995200000'],
    ['filters[eventAt]=2023-01-21T10:29:50.300Z', 'event_at = 1674296990300'],
    ['filters[stampedAt][$lt]=1640995200000', 'stamped_at < 1640995200000'],
    ['filters[createdAt][$gt]=2000-01-01', '1'],
    ['filters[documentId]=qnjh2e6ua8b9g28y3g2c93ey', 'id = 2'],
    ['filters[id][$notIn][0]=2&filters[id][$notIn][1]=6', 'id not in (2, 6)'],
    ['filters[summary][$null]=true', 'summary is null'],
  ])('filters: %s', async (filters, where) => {
    expect(await found(filters)).toEqual(matching(where))
  })
})

describe('filters deep filtering', () => {
  it.each([
    ['filters[author][name][$eq]=Canyon Signal', someAuthor(`u.name = 'Canyon Signal'`)],
    ['filters[author][followers][$gt]=5000', someAuthor('u.followers > 5000')],
    ['filters[author]=4', someAuthor('u.id = 4')],
    ['filters[author][$null]=true', `not ${someAuthor('1')}`],
    ['filters[author][$notNull]=true', someAuthor('1')],
    ['filters[author][bio][$null]=true', `not ${someAuthor('1')} or ${someAuthor('u.bio is null')}`],
    ['filters[categories][name][$contains]=River', someCategory(`instr(c.name, 'River')`)],
    [
      'filters[categories][name][$contains]=forest&filters[categories][weight][$gt]=42',
      someCategory(`instr(c.name, 'forest') and c.weight > 42`),
    ],
    [
      'filters[$and][0][categories][weight][$gt]=60&filters[$and][1][categories][weight][$lt]=20',
      `${someCategory('c.weight > 60')} and ${someCategory('c.weight < 20')}`,
    ],
    ['filters[tags][color][$ne]=teal', someTag(`t.color <> 'teal'`)],
    ['filters[$not][tags][color]=teal', someTag(`t.color <> 'teal'`)],
    [
      'filters[tags][$or][0][priority][$gt]=7&filters[tags][$or][1][color]=red',
      someTag(`(t.priority > 7 or t.color = 'red')`),
    ],
    [
      'filters[$or][0][author][name]=Signal Amber&filters[$or][1][tags][color]=red',
      `${someAuthor(`u.name = 'Signal Amber'`)} or ${someTag(`t.color = 'red'`)}`,
    ],
    [
      'filters[author][articles][title][$contains]=Harbor',
      `exists (select 1 from articles_author_lnk l join authors u on u.id = l.author_id
        join articles_author_lnk m on m.author_id = u.id join articles b on b.id = m.article_id
        where l.article_id = articles.id and u.published_at is not null and b.published_at is not null and instr(b.title, 'Harbor'))`,
    ],
    [
      'filters[author][mentor][name]=Signal Amber',
      `exists (select 1 from articles_author_lnk l join authors_mentor_lnk m on m.author_id = l.author_id
        join authors u on u.id = m.inv_author_id where l.article_id = articles.id and u.published_at is not null and u.name = 'Signal Amber')`,
    ],
    [
      'filters[seo][metaTitle][$contains]=harbor',
      `exists (select 1 from articles_cmps x join components_shared_seos s on s.id = x.cmp_id
        where x.entity_id = articles.id and x.field = 'seo' and instr(s.meta_title, 'harbor'))`,
    ],
    [
      'filters[links][external]=true',
      `exists (select 1 from articles_cmps x join components_shared_links s on s.id = x.cmp_id
        where x.entity_id = articles.id and x.field = 'links' and s.external = 1)`,
    ],
    [
      'filters[reviews][stars][$gte]=4',
      `exists (select 1 from reviews_article_lnk l join reviews r on r.id = l.review_id
        where l.article_id = articles.id and r.stars >= 4)`,
    ],
  ])('filters 1: %s needs no populate', async (filters, where) => {
    const expected = matching(where)
    expect(expected.length, 'the scenario must find something, but not everything').toBeGreaterThan(0)
    expect(expected.length).toBeLessThan(matching('1').length)
    expect(await found(filters)).toEqual(expected)
  })

  it('filters 1: a relation that is filtered by is not in the response', async () => {
    const entry = await magazine.first('/api/articles?filters[author][name]=Canyon Signal')
    expect(entry).not.toHaveProperty('author')
  })

  it('filters 3: filters may be nested as deep as people write them', async () => {
    const path = `filters${'[author][articles]'.repeat(4)}[title][$contains]=Harbor`
    const shallow = await found('filters[author][articles][title][$contains]=Harbor')
    expect(await found(path)).toEqual(shallow)
  })

  it('lists rule: filters also apply to one entry: a 404 if it does not match', async () => {
    const path = '/api/articles/qnjh2e6ua8b9g28y3g2c93ey'
    expect(await magazine.one(`${path}?filters[views]=728`)).toMatchObject({ id: 2 })
    expect(await magazine.refusal(`${path}?filters[views]=729`)).toMatchObject({ status: 404 })
  })
})

describe('filters on lists inside a group', () => {
  it.each([
    [
      'filters[$or][0][id]=1&filters[$or][1][0][id][$gt]=2&filters[$or][1][1][id][$lt]=9',
      'id = 1 or (id > 2 and id < 9)',
    ],
    ['filters[$and][0][0][id][$gt]=2&filters[$and][0][1][id][$lt]=9', 'id > 2 and id < 9'],
    ['filters[$not][0][0][id][$gt]=2&filters[$not][0][1][id][$lt]=9', 'not (id > 2 and id < 9)'],
  ])('must all match: %s', async (filters, where) => {
    expect(await found(filters)).toEqual((await matching(where)).slice(0, 100))
  })

  it.each(['filters[$or][0][0]=1', 'filters[$or][0][0][0]=x'])('take filters, not values: %s', async (filters) => {
    expect(await magazine.refusal(`/api/articles?${filters}`)).toMatchObject({ status: 400 })
  })
})
