/** docs/queries.md, populate: every use case and every rule. */

import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Entry } from '../support/ask.ts'
import { type Magazine, openMagazine, SHOWN, shown } from '../support/magazine.ts'

let magazine: Magazine
beforeAll(async () => {
  magazine = await openMagazine()
})
afterAll(() => magazine.close())

const entries = (populate: string) => magazine.list(`/api/articles?${populate}&pagination[limit]=100`)
const populated = (value: unknown) => value as readonly Entry[]
const idOf = (value: unknown) => (value as Entry | null)?.id ?? null
const SCALARS = 23

/** Ids of linked rows by article: `[[article, linked], …]`, in the order editors chose. */
const links = (from: string, where = '1') =>
  magazine.rows(`select a.id as article, t.id from articles a ${from} where ${shown('a')} and ${where}`)
const AUTHORS = `join articles_author_lnk l on l.article_id = a.id
  join authors t on t.id = l.author_id and t.published_at is not null`
const CATEGORIES = 'join articles_categories_lnk l on l.article_id = a.id join categories t on t.id = l.category_id'
const IN_ORDER = '1 order by a.id, l.category_ord, l.id'

const pairs = (list: readonly Entry[], key: string) =>
  list.flatMap((entry) => populated(entry[key]).map(({ id }) => ({ article: entry.id, id })))

describe('populate refusals', () => {
  it.each([
    ['populate=nothing', 'Invalid key nothing'],
    ['populate=title', 'Invalid key title'],
    ['populate[0]=author&populate[1]=nothing', 'Invalid key nothing'],
    ['populate[nothing]=true', 'Invalid key nothing'],
    ['populate[author][populate][0]=nothing', 'Invalid key nothing'],
    ['populate[0]=seo.nothing', 'Invalid key nothing at seo.nothing'],
    ['populate[author][nothing]=1', 'Invalid key nothing at author'],
    ['populate[author][fields][0]=nothing', 'Invalid key nothing'],
    ['populate[author][filters][nothing]=1', 'Invalid key nothing'],
    ['populate[author][sort][0]=nothing', 'Invalid key nothing'],
    ['populate[author][on][shared.seo][populate]=*', 'Using fragments is not permitted'],
    ['populate[sections][on][blocks.nothing][populate]=*', 'Invalid key blocks.nothing'],
    ['populate[sections][fields][0]=text', 'Expected a fragment'],
    ['populate[sections][populate][0]=by', 'Invalid key populate at sections'],
    ['populate[author]=maybe', 'Invalid key maybe at author'],
    ['populate[0]=*', 'Invalid key *'],
    ['populate=author&populate', 'Invalid populate parameter'],
    ['populate[]', 'Invalid populate parameter'],
    ['populate[author][populate][0]', 'Invalid populate parameter'],
    ['populate=*,author', 'Invalid key *'],
    ['populate[author]=*', 'Invalid key * at author'],
    ['populate[seo]=*', 'Invalid key * at seo'],
    ['populate[cover]=*', 'Invalid key * at cover'],
    ['populate[sections][on][blocks.quote]=*', 'Invalid nested populate. Expected true or an object'],
    // The component exists, but not in this zone.
    ['populate[sections][on][blocks.accordion][populate]=true', 'Invalid key true'],
    ['populate[sections][on][blocks.accordion][populate][panels][populate][0]=nothing', 'Invalid key nothing'],
    ['populate[sections][on][blocks.accordion][fields][0]=nothing', 'Invalid key nothing'],
    ['populate[sections][on][blocks.accordion][nothing]=1', 'Invalid key nothing at sections'],
  ])('populate: %s is refused', async (populate, message) => {
    const error = await magazine.refusal(`/api/articles?${populate}`)
    expect(error).toMatchObject({ status: 400, name: 'ValidationError' })
    expect(error.message).toContain(message)
  })

  it.each(['limit', 'start', 'page', 'pageSize', 'pagination'])(
    'populate 5: %s inside a populate is refused',
    async (key) => {
      const error = await magazine.refusal(`/api/articles?populate[tags][${key}]=1`)
      expect(error).toMatchObject({ status: 400, message: expect.stringContaining(`Invalid key ${key} at tags`) })
    },
  )
})

it('populate: an empty name in a list is ignored, also beside an object', async () => {
  const wanted = await magazine.body('/api/articles?populate[author]=true')
  expect(await magazine.body('/api/articles?populate[author]=true&populate[0]=')).toEqual(wanted)
})

describe('populate use cases', () => {
  it.each(['status=published', 'populate', 'populate='])(
    'populate without populate (%s): nothing is returned',
    async (query) => {
      for (const entry of await entries(query)) expect(Object.keys(entry)).toHaveLength(SCALARS)
    },
  )

  it('populate everything, one level deep: populate=*', async () => {
    const names = ['author', 'categories', 'tags', 'related', 'relatedFrom', 'reviews', 'seo', 'links', 'sections']
    for (const entry of await entries('populate=*')) {
      expect(Object.keys(entry).slice(SCALARS)).toEqual([...names, 'cover', 'gallery', 'localizations'])
    }
  })

  it.each(['populate=author', 'populate[0]=author', 'populate[]=author', 'populate[author]=true'])(
    'populate one relation: %s',
    async (populate) => {
      const byArticle = new Map(links(AUTHORS).map(({ article, id }) => [article, id]))
      for (const entry of await entries(populate)) {
        expect(Object.keys(entry)).toHaveLength(SCALARS + 1)
        expect(idOf(entry.author)).toBe(byArticle.get(Number(entry.id)) ?? null)
      }
    },
  )

  it.each([
    ['populate[tags]=*', 'populate=tags'],
    ['populate[author][populate][address]=*', 'populate=author.address'],
  ])('populate=* below an attribute without relations: %s', async (star, plain) => {
    expect(await entries(star)).toEqual(await entries(plain))
  })

  it.each(['populate[0]=author&populate[1]=categories', 'populate=categories,author'])(
    'populate several relations: %s',
    async (populate) => {
      const list = await entries(populate)
      for (const entry of list) expect(Object.keys(entry).slice(SCALARS)).toEqual(['author', 'categories'])
      expect(pairs(list, 'categories')).toEqual(links(CATEGORIES, IN_ORDER))
    },
  )

  it.each(['populate[author][populate][0]=mentor', 'populate[author][populate]=mentor', 'populate=author.mentor'])(
    'populate a relation in a relation: %s',
    async (populate) => {
      const mentors = new Map(
        magazine
          .rows(
            'select m.author_id, u.id from authors_mentor_lnk m join authors u on u.id = m.inv_author_id and u.published_at is not null',
          )
          .map((row) => [row.author_id, row.id]),
      )
      const authors = (await entries(populate)).flatMap((entry) =>
        entry.author === null ? [] : [entry.author as Entry],
      )
      for (const author of authors) {
        expect(author).not.toHaveProperty('articles')
        expect(idOf(author.mentor)).toBe(mentors.get(Number(author.id)) ?? null)
      }
      expect(authors.some((author) => author.mentor !== null)).toBe(true)
    },
  )

  it('populate component: populate[0]=seo returns its own fields, and no nested component', async () => {
    const entry = (await entries('populate[0]=seo')).find(({ seo }) => seo !== null)
    expect(Object.keys(entry?.seo as Entry)).toEqual(['id', 'metaTitle', 'metaDescription', 'keywords'])
  })

  it('populate component and a nested component: populate[0]=seo&populate[1]=seo.social', async () => {
    const socials = magazine.rows(`select x.entity_id as article, s.id from articles_cmps x
      join articles a on a.id = x.entity_id join components_shared_seos_cmps y on y.entity_id = x.cmp_id
      join components_shared_socials s on s.id = y.cmp_id
      where x.field = 'seo' and y.field = 'social' and ${shown('a')} order by a.id, y."order", y.id`)
    const list = await entries('populate[0]=seo&populate[1]=seo.social')
    const found = list.flatMap(({ id: article, seo }) =>
      seo === null ? [] : populated((seo as Entry).social).map(({ id }) => ({ article, id })),
    )
    expect(found).toEqual(socials)
    expect(socials.length).toBeGreaterThan(0)
  })

  it('populate component, deeper: a dotted path of three steps', async () => {
    const list = await entries('populate[0]=seo.social.owner')
    const owners = list.flatMap(({ seo }) =>
      seo === null ? [] : populated((seo as Entry).social).map((social) => [social.id, idOf(social.owner)]),
    )
    const expected =
      magazine.rows(`select s.id, u.id as owner from articles_cmps x join articles a on a.id = x.entity_id
      join components_shared_seos_cmps y on y.entity_id = x.cmp_id join components_shared_socials s on s.id = y.cmp_id
      left join components_shared_socials_owner_lnk o on o.social_id = s.id
      left join authors u on u.id = o.author_id and u.published_at is not null
      where x.field = 'seo' and y.field = 'social' and ${shown('a')} order by a.id, y."order", y.id`)
    expect(owners).toEqual(expected.map(({ id, owner }) => [id, owner]))
    expect(owners.some(([, owner]) => owner !== null)).toBe(true)
  })

  it('populate dynamic zone, first-level elements only: populate[0]=sections', async () => {
    const zones =
      magazine.rows(`select x.entity_id as article, x.cmp_id as id, x.component_type as type from articles_cmps x
      join articles a on a.id = x.entity_id where x.field = 'sections' and ${shown('a')} order by a.id, x."order", x.id`)
    const items = (await entries('populate[0]=sections')).flatMap((entry) =>
      populated(entry.sections).map((item) => ({ article: entry.id, item })),
    )
    expect(items.map(({ article, item }) => ({ article, id: item.id, type: item.__component }))).toEqual(zones)
    const own: Record<string, readonly string[]> = {
      'blocks.hero': ['id', 'heading', '__component'],
      'blocks.quote': ['id', 'text', '__component'],
      'blocks.gallery': ['id', 'caption', '__component'],
      'blocks.cta': ['id', 'title', '__component'],
    }
    for (const { item } of items) expect(Object.keys(item)).toEqual(own[String(item.__component)])
  })

  it('populate dynamic zone with per-component strategy, down to a field of a relation', async () => {
    const list = await entries('populate[sections][on][blocks.quote][populate][by][populate][0]=avatar')
    const quotes = list
      .flatMap((entry) => populated(entry.sections))
      .filter((item) => item.__component === 'blocks.quote')
    const authors = quotes.flatMap((quote) => (quote.by === null ? [] : [quote.by as Entry]))
    expect(authors.length).toBeGreaterThan(0)
    for (const author of authors) expect(author).toHaveProperty('avatar')
    const expected =
      magazine.rows(`select x.cmp_id as quote, u.id from articles_cmps x join articles a on a.id = x.entity_id
      left join components_blocks_quotes_by_lnk l on l.quote_id = x.cmp_id
      left join authors u on u.id = l.author_id and u.published_at is not null
      where x.component_type = 'blocks.quote' and x.field = 'sections' and ${shown('a')} order by a.id, x."order", x.id`)
    expect(quotes.map((quote) => ({ quote: quote.id, id: idOf(quote.by) }))).toEqual(expected)
  })

  it('populate a component that the zone does not have: no effect', async () => {
    const others = 'populate[sections][on][blocks.accordion][populate][panels][populate]=*'
    const list = await entries(`populate[sections][on][blocks.quote]=true&${others}`)
    expect(list).toEqual(await entries('populate[sections][on][blocks.quote]=true'))
  })

  it('populate everything of one dynamic-zone component', async () => {
    const list = await entries('populate[sections][on][blocks.cta][populate]=*')
    const items = list.flatMap((entry) => populated(entry.sections))
    const ctas = items.filter((item) => item.__component === 'blocks.cta')
    expect(ctas.length).toBeGreaterThan(0)
    for (const cta of ctas) expect(Object.keys(cta)).toEqual(['id', 'title', 'links', 'articles', '__component'])
  })
})

describe('populate rules', () => {
  it('populate 1: populate=* goes one level only', async () => {
    const list = await entries('populate=*')
    for (const { author, seo, sections, categories } of list) {
      for (const key of ['articles', 'mentor', 'avatar', 'address']) expect(author ?? {}).not.toHaveProperty(key)
      for (const key of ['ogImage', 'social']) expect(seo ?? {}).not.toHaveProperty(key)
      for (const item of populated(sections)) {
        for (const key of ['background', 'cta', 'by', 'images', 'links', 'articles'])
          expect(item).not.toHaveProperty(key)
      }
      for (const category of populated(categories)) expect(category).not.toHaveProperty('parent')
    }
  })

  it('populate 2: several levels, as deep as the query says', async () => {
    const path = 'author.articles.author.articles.author.mentor'
    const entry = (await entries(`populate=${path}&filters[author][name]=Copper Cloud`))[0]
    let value: unknown = entry
    for (const step of path.split('.')) {
      const next: unknown = (value as Entry)[step]
      value = Array.isArray(next) ? next[0] : next
    }
    expect(value).toMatchObject({ name: 'Signal Amber' })
  })

  it('populate 3: an item whose component on does not name keeps its place, without nested data', async () => {
    const plain = await entries('populate=sections')
    const chosen = await entries('populate[sections][on][blocks.quote][populate]=*')
    const unnamed = (list: readonly Entry[]) =>
      list.map((entry) =>
        populated(entry.sections).map((item) => (item.__component === 'blocks.quote' ? item.id : item)),
      )
    expect(unnamed(chosen)).toEqual(unnamed(plain))
    const types = new Set(chosen.flatMap((entry) => populated(entry.sections)).map((item) => item.__component))
    expect(types).toEqual(new Set(['blocks.hero', 'blocks.quote', 'blocks.gallery', 'blocks.cta']))
  })

  it('populate 4: fields of a populated relation', async () => {
    const list = await entries('populate[author][fields][0]=name')
    const authors = list.flatMap(({ author }) => (author === null ? [] : [author as Entry]))
    expect(authors.length).toBeGreaterThan(0)
    for (const author of authors) expect(Object.keys(author)).toEqual(['id', 'documentId', 'name'])
  })

  it('populate 4: filters of a populated relation drop its rows, not the entries', async () => {
    const list = await entries('populate[categories][filters][name][$contains]=River')
    expect(list.map(({ id }) => id)).toEqual(
      magazine.column(`select id from articles where ${SHOWN} order by id limit 100`),
    )
    const expected = links(CATEGORIES, `instr(t.name, 'River') order by a.id, l.category_ord, l.id`)
    expect(pairs(list, 'categories')).toEqual(expected)
    expect(expected.length).toBeGreaterThan(0)
  })

  it('populate 4: filters with $eq on a to-one relation', async () => {
    const list = await entries('populate[author][filters][name][$eq]=Copper Cloud')
    const names = new Set(list.map(({ author }) => (author as Entry | null)?.name ?? null))
    expect(names).toEqual(new Set(['Copper Cloud', null]))
  })

  it.each([
    ['name:asc', 't.name'],
    ['name:desc', 't.name desc'],
    ['weight:desc', 't.weight desc'],
  ])('populate 4: sort of a populated relation (%s); ties go to the lower id', async (sort, order) => {
    const list = await entries(`populate[categories][sort][0]=${sort}`)
    expect(pairs(list, 'categories')).toEqual(links(CATEGORIES, `1 order by a.id, ${order}, t.id`))
  })

  it('populate 4: without sort, the order is the one editors chose', async () => {
    expect(pairs(await entries('populate=categories'), 'categories')).toEqual(links(CATEGORIES, IN_ORDER))
  })

  it('populate 4: fields, filters and sort together, also nested', async () => {
    const list = await entries(
      'populate[categories][fields][0]=name&populate[categories][filters][weight][$gt]=30&populate[categories][sort][0]=name:desc&populate[categories][populate][parent][fields][0]=weight',
    )
    expect(pairs(list, 'categories')).toEqual(links(CATEGORIES, 't.weight > 30 order by a.id, t.name desc, t.id'))
    const keys = new Set(
      list.flatMap((entry) => populated(entry.categories)).map((category) => Object.keys(category).join()),
    )
    expect(keys).toEqual(new Set(['id,documentId,name,parent']))
  })

  it('populate 5: pagination of the request itself works beside populate', async () => {
    const body = await magazine.body('/api/articles?populate=categories&pagination[page]=2&pagination[pageSize]=5')
    expect(body.meta.pagination).toMatchObject({ page: 2, pageSize: 5 })
    expect(body.data.map(({ id }) => id)).toEqual(
      magazine.column(`select id from articles where ${SHOWN} order by id limit 5 offset 5`),
    )
    const expected = links(CATEGORIES, IN_ORDER).filter(({ article }) => body.data.some(({ id }) => id === article))
    expect(pairs(body.data, 'categories')).toEqual(expected)
  })

  it('populate 6: without the find permission on its type, a relation is not populated', async () => {
    for (const populate of ['populate=memo', 'populate[0]=memo', 'populate[memo][fields][0]=text', 'populate=*']) {
      for (const entry of await entries(populate)) expect(entry).not.toHaveProperty('memo')
    }
  })

  it('populate 7: related entries are objects, never bare ids', async () => {
    const [entry] = await entries('populate[categories][fields][0]=id&filters[categories][$notNull]=true')
    for (const category of populated(entry?.categories)) expect(Object.keys(category)).toEqual(['id', 'documentId'])
  })
})

describe('status and locale of populated entries', () => {
  it('locale and status: published entries show published relations, drafts show drafts', async () => {
    for (const [status, isNull] of [
      ['published', false],
      ['draft', true],
    ] as const) {
      const authors = (await entries(`populate=author&status=${status}`)).flatMap(({ author }) =>
        author === null ? [] : [author as Entry],
      )
      expect(authors.length).toBeGreaterThan(0)
      for (const author of authors) expect(author.publishedAt === null).toBe(isNull)
    }
  })

  it('locale and status: a published entry does not show a relation that was never published', async () => {
    const [drafts] = magazine.column(`select count(*) from articles_author_lnk l join articles a on a.id = l.article_id
      join authors u on u.id = l.author_id where u.id = 13 and a.published_at is null`)
    expect(drafts).toBeGreaterThan(0)
    expect(JSON.stringify(await entries('populate=author'))).not.toContain('Maple Orbit')
    expect(JSON.stringify(await entries('populate=author&status=draft'))).toContain('Maple Orbit')
  })
})
