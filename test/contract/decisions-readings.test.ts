/** The profiles, and rules of docs/queries.md that could have been decided otherwise. */

import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Lectern } from '../../src/index.ts'
import { type Asker, askerOf, type Entry } from '../support/ask.ts'
import { AS_FULL_ACCESS, AS_READ_ONLY, AS_USER, type Magazine, openMagazine, shown } from '../support/magazine.ts'
import { type MadeProject, makeProject } from '../support/make-project.ts'

let magazine: Magazine
let asStrapi: Magazine
beforeAll(async () => {
  magazine = await openMagazine()
  asStrapi = await openMagazine('strapi')
})
afterAll(async () => {
  await magazine.close()
  await asStrapi.close()
})

const items = (list: readonly Entry[]) => list.flatMap((entry) => entry.sections as Entry[])

describe('profiles', () => {
  it('filtering on a media field', async () => {
    const path = '/api/articles?filters[cover][name][$endsWith]=.png&pagination[limit]=100'
    expect(await magazine.refusal(path)).toMatchObject({ status: 400, message: 'Invalid key cover' })
    const expected = magazine.column(`select a.id from articles a where ${shown('a')} and exists (select 1
      from files_related_mph m join files f on f.id = m.file_id where m.related_id = a.id and m.field = 'cover'
      and m.related_type = 'api::article.article' and f.name like '%.png') order by a.id`)
    expect(await asStrapi.ids(path)).toEqual(expected)
    expect(expected.length).toBeGreaterThan(0)
  })

  it('dynamic zone with on: an item whose component on does not name', async () => {
    const path = '/api/articles?populate[sections][on][blocks.quote][fields][0]=text&pagination[limit]=100'
    const all = items(await magazine.list('/api/articles?populate=sections&pagination[limit]=100'))
    expect(items(await magazine.list(path))).toEqual(all)
    expect(items(await asStrapi.list(path))).toEqual(all.filter((item) => item.__component === 'blocks.quote'))
  })

  it('the profiles differ in nothing else', async () => {
    for (const path of [
      '/api/articles?populate=*&sort=title:desc&filters[author][name][$containsi]=CANYON',
      '/api/articles?status=',
      '/api/articles?filters[sections][text]=x',
      '/api/articles?filters[title][$contains]=HARBOR',
      '/api/articles?populate[sections][populate]=*',
    ]) {
      expect(await asStrapi.text(path), path).toBe(await magazine.text(path))
    }
  })

  it('the setting api.rest.profile: contract by default', async () => {
    const types = { page: { attributes: { picture: { type: 'media' } } } }
    const [plain, strapi] = await Promise.all([
      makeProject({ types }),
      makeProject({ types, config: { api: { rest: { profile: 'strapi' } } } }),
    ])
    expect((await plain.open()).settings.rest.profile).toBe('contract')
    const lectern = await strapi.open()
    expect(lectern.settings.rest.profile).toBe('strapi')
    expect(await askerOf(lectern).list('/api/pages?filters[picture][name]=x')).toEqual([])
    await plain.remove()
    await strapi.remove()
  })
})

describe('rules that could be read in two ways', () => {
  it.each(['limit', 'start', 'page', 'pageSize', 'pagination'])(
    'pagination with populate: %s inside is refused, at the top it works',
    async (key) => {
      const inside = `populate[categories][${key}]${key === 'pagination' ? '[limit]' : ''}=1`
      const error = await magazine.refusal(`/api/articles?${inside}`)
      expect(error).toMatchObject({ status: 400, details: { key, path: 'categories', param: 'populate' } })
      expect(error.message).toContain(`Invalid key ${key} at categories`)
      expect(await magazine.list('/api/articles?populate=categories&pagination[limit]=3')).toHaveLength(3)
    },
  )

  it('pagination by page and by offset in one request', async () => {
    expect(await magazine.refusal('/api/articles?pagination[page]=1&pagination[limit]=1')).toMatchObject({
      name: 'PaginationError',
      message: 'Cannot use both page & offset pagination in the same query',
    })
  })

  it('withCount=false: total and pageCount are left out', async () => {
    const { meta } = await magazine.body('/api/articles?pagination[withCount]=false')
    expect(meta.pagination).toEqual({ page: 1, pageSize: 25 })
  })

  it.each([
    ['the public', {}],
    ['a user', AS_USER],
    ['a read-only token', AS_READ_ONLY],
    ['a full-access token', AS_FULL_ACCESS],
  ])('password: never returned, filtered, sorted or selected, by %s', async (_, headers) => {
    const [hash] = magazine.column('select access_code from articles where access_code is not null limit 1')
    expect(hash).toMatch(/^\$2/)
    for (const path of ['/api/articles', '/api/articles?populate=*', '/api/authors?populate[articles][populate]=*']) {
      const text = await magazine.text(`${path}${path.includes('?') ? '&' : '?'}pagination[limit]=100`, headers)
      expect(text).not.toContain('accessCode')
      expect(text).not.toContain('$2')
    }
    for (const query of [
      'filters[accessCode][$notNull]=true',
      'filters[author][articles][accessCode][$startsWith]=$2',
      'sort=accessCode',
      'sort=author.articles.accessCode',
      'fields=accessCode',
      'populate=accessCode',
      'populate[author][populate][articles][fields][0]=accessCode',
      'populate[related][filters][accessCode][$null]=false',
      'populate[related][sort]=accessCode',
    ]) {
      const error = await magazine.refusal(`/api/articles?${query}`, headers)
      expect(error).toMatchObject({ status: 400, message: expect.stringContaining('Invalid key accessCode') })
    }
  })

  it('relation and media values: direct, and wrapped with Strapi-Response-Format: v4', async () => {
    const query =
      '/api/articles?filters[id]=2&fields=title&populate[author][fields]=name&populate[categories][fields]=name&populate[cover][fields]=name&populate[seo][fields]=metaTitle&populate[sections]=true'
    const flat = await magazine.first(query)
    const wrapped = await magazine.first(query, { 'strapi-response-format': 'v4' })
    const wrap = (entry: unknown) => {
      if (entry === null) return null
      const { id, documentId, ...attributes } = entry as Entry
      return { id, documentId, attributes }
    }
    expect(wrapped).toEqual({
      id: 2,
      documentId: flat.documentId,
      attributes: {
        title: flat.title,
        author: { data: wrap(flat.author) },
        categories: { data: (flat.categories as Entry[]).map(wrap) },
        cover: { data: wrap(flat.cover) },
        seo: flat.seo,
        sections: flat.sections,
      },
    })
    expect(flat.author).toMatchObject({ name: expect.any(String) })
    expect(flat.seo).toMatchObject({ metaTitle: expect.any(String) })
    expect((flat.sections as Entry[]).length).toBeGreaterThan(0)
  })

  it('filtering on dynamic zones: 400', async () => {
    expect(await magazine.refusal('/api/articles?filters[sections][$notNull]=true')).toMatchObject({
      status: 400,
      message: 'Invalid key sections',
    })
  })

  it('unknown locale: an empty list', async () => {
    const body = await magazine.body('/api/articles?locale=zz')
    expect(body).toEqual({ data: [], meta: { pagination: { page: 1, pageSize: 25, pageCount: 0, total: 0 } } })
  })

  it('locale=*: each row is its own entry', async () => {
    const body = await magazine.body('/api/articles?locale=*&filters[documentId]=qnjh2e6ua8b9g28y3g2c93ey')
    expect(body.data.map(({ id, locale }) => [id, locale])).toEqual([
      [2, 'en'],
      [4, 'fr-FR'],
    ])
    expect(body.meta.pagination).toMatchObject({ total: 2 })
  })

  it.each(['', 'bogus', 'PUBLISHED'])('status "%s": 400', async (status) => {
    expect(await magazine.refusal(`/api/tags?status=${status}`)).toMatchObject({ status: 400, name: 'ValidationError' })
  })

  it('status on a type without Draft & Publish: ignored for the type, followed by what is populated', async () => {
    const rows = (status: string) =>
      magazine.list(`/api/reviews?status=${status}&populate=article&pagination[limit]=100`)
    const [drafts, published] = [await rows('draft'), await rows('published')]
    expect(drafts.map(({ id }) => id)).toEqual(published.map(({ id }) => id))
    const versions = (list: readonly Entry[]) =>
      list.flatMap(({ article }) => (article === null ? [] : [(article as Entry).publishedAt === null]))
    expect(new Set(versions(drafts))).toEqual(new Set([true]))
    expect(new Set(versions(published))).toEqual(new Set([false]))
  })

  it.each([
    ['page', '0', { page: 1, pageSize: 25 }],
    ['page', '-3', { page: 1, pageSize: 25 }],
    ['page', '', { page: 1, pageSize: 25 }],
    ['pageSize', '0', { page: 1, pageSize: 1 }],
    ['pageSize', '-1', { page: 1, pageSize: 1 }],
    ['pageSize', '1000', { page: 1, pageSize: 100 }],
    ['start', '-1', { start: 0, limit: 25 }],
    ['limit', '0', { start: 0, limit: 1 }],
    ['limit', '-1', { start: 0, limit: 1 }],
    ['limit', '101', { start: 0, limit: 100 }],
    ['limit', '100', { start: 0, limit: 100 }],
  ])('numbers out of range are clamped, and meta shows the clamped value: %s=%s', async (key, value, expected) => {
    const body = await magazine.body(`/api/articles?pagination[${key}]=${value}`)
    expect(body.meta.pagination).toMatchObject(expected)
    const size = 'limit' in expected ? expected.limit : expected.pageSize
    expect(body.data).toHaveLength(Math.min(size ?? 0, Number(body.meta.pagination.total)))
  })

  it('errors: every error has the same envelope', async () => {
    const refusals: readonly [string, string, number][] = [
      ['GET', '/api/nothing', 404],
      ['GET', '/', 404],
      ['POST', '/api/articles', 405],
      ['GET', `/api/articles?x=${'x'.repeat(200_000)}`, 414],
      ['GET', '/api/articles?status=x', 400],
      ['GET', '/api/memos', 403],
    ]
    for (const [method, url, status] of refusals) {
      const response = await magazine.lectern.fetch(url, { method })
      expect(response.status).toBe(status)
      expect(response.headers.get('content-type')).toBe('application/json; charset=utf-8')
      const body = (await response.json()) as { error: Entry }
      expect(Object.keys(body)).toEqual(['data', 'error'])
      expect(Object.keys(body.error)).toEqual(['status', 'name', 'message', 'details'])
    }
  })

  it.each([
    ['none: the public', {}, 403],
    ['another scheme: the public', { authorization: 'Basic eDp5' }, 403],
    ['an API token', AS_READ_ONLY, 200],
    ['a JWT', AS_USER, 200],
    ['nonsense', { authorization: 'Bearer nonsense' }, 401],
  ])('authentication by %s', async (_, headers, status) => {
    expect((await magazine.lectern.fetch('/api/memos', { headers: { ...headers } })).status).toBe(status)
  })

  it('permissions: populate leaves out a forbidden type silently; filter and sort treat it as an unknown key', async () => {
    expect(await magazine.first('/api/articles?populate=memo')).not.toHaveProperty('memo')
    const unknown = await magazine.refusal('/api/articles?filters[meno][text]=x')
    expect(await magazine.refusal('/api/articles?filters[memo][text]=x')).toMatchObject({
      ...unknown,
      message: unknown.message.replace('meno', 'memo'),
      details: { ...unknown.details, key: 'memo' },
    })
  })
})

describe('rules that need other projects', () => {
  const projects: MadeProject[] = []
  afterAll(async () => {
    for (const project of projects) await project.remove()
  })
  const open = async (spec: Parameters<typeof makeProject>[0]): Promise<Asker & { lectern: Lectern }> => {
    const project = await makeProject(spec)
    projects.push(project)
    const lectern = await project.open()
    return { ...askerOf(lectern), lectern }
  }

  it('array: an attribute type of its own, a JSON list', async () => {
    const ask = await open({
      types: { box: { attributes: { labels: { type: 'array' } } } },
      rows: {
        boxs: [
          { id: 1, labels: '["a","b"]' },
          { id: 2, labels: '[]' },
          { id: 3, labels: null },
        ],
      },
    })
    expect((await ask.list('/api/boxs')).map(({ labels }) => labels)).toEqual([['a', 'b'], [], null])
    expect(await ask.ids('/api/boxs?filters[labels][$contains]=b')).toEqual([1])
    expect(await ask.ids('/api/boxs?filters[labels][$null]=true')).toEqual([3])
    expect(await ask.ids('/api/boxs?filters[labels]=["a", "b"]')).toEqual([1])
    expect(await ask.first('/api/boxs?fields=labels')).toEqual({ id: 1, documentId: 'box1', labels: ['a', 'b'] })
  })

  it.each([true, false])(
    'component objects have documentId where the table has the column (%s)',
    async (componentDocumentIds) => {
      const column = componentDocumentIds ? { document_id: 'seo-document' } : {}
      const cmps = (field: string) => ({ entity_id: 1, cmp_id: 1, component_type: 'shared.seo', field, order: 1 })
      const ask = await open({
        types: {
          page: {
            attributes: {
              seo: { type: 'component', component: 'shared.seo' },
              zone: { type: 'dynamiczone', components: ['shared.seo'] },
            },
          },
        },
        components: { 'shared.seo': { title: { type: 'string' } } },
        componentDocumentIds,
        rows: {
          pages: [{ id: 1 }],
          components_shared_seos: [{ id: 1, title: 'T', ...column }],
          pages_cmps: [cmps('seo'), cmps('zone')],
        },
      })
      const identity = componentDocumentIds ? { id: 1, documentId: 'seo-document' } : { id: 1 }
      const page = await ask.first('/api/pages?populate=*')
      expect(page.seo).toEqual({ ...identity, title: 'T' })
      expect(page.zone).toEqual([{ ...identity, title: 'T', __component: 'shared.seo' }])
      const chosen = await ask.first('/api/pages?populate[seo][fields]=title')
      expect(chosen.seo).toEqual({ ...identity, title: 'T' })
    },
  )

  const creators = (populateCreatorFields: boolean) =>
    open({
      types: { page: { attributes: { title: { type: 'string' } }, options: { populateCreatorFields } } },
      rows: {
        admin_users: [
          {
            id: 7,
            document_id: 'admin7',
            firstname: 'Ada',
            lastname: 'L',
            email: 'ada@example.com',
            password: '$2a$10$x',
          },
        ],
        pages: [
          { id: 1, title: 'A', created_by_id: 7 },
          { id: 2, title: 'B' },
        ],
      },
    })

  it.each(['createdBy', 'updatedBy'])('%s: not obtainable through parameters', async (name) => {
    const ask = await creators(false)
    for (const query of [
      `populate=${name}`,
      `populate[0]=${name}`,
      `populate[${name}]=true`,
      `filters[${name}][id]=7`,
      `sort=${name}.id`,
      `fields=${name}`,
    ]) {
      expect(await ask.refusal(`/api/pages?${query}`)).toMatchObject({
        status: 400,
        message: expect.stringContaining(`Invalid key ${name}`),
      })
    }
    expect(Object.keys(await ask.first('/api/pages?populate=*'))).not.toContain(name)
  })

  it('createdBy with options.populateCreatorFields', async () => {
    const ask = await creators(true)
    const [first, second] = await ask.list('/api/pages?populate=createdBy')
    expect(first?.createdBy).toMatchObject({ id: 7, documentId: 'admin7', firstname: 'Ada', lastname: 'L' })
    expect(second?.createdBy).toBeNull()
    expect(await ask.ids('/api/pages?filters[createdBy][firstname]=Ada')).toEqual([1])
    const text = await ask.text('/api/pages?populate=*')
    expect(text).toContain('"createdBy"')
    expect(text).not.toMatch(/ada@example|\$2a|password/)
    expect(await ask.refusal('/api/pages?filters[createdBy][password][$notNull]=true')).toMatchObject({ status: 400 })
    expect(await ask.refusal('/api/pages?filters[createdBy][email]=ada@example.com')).toMatchObject({ status: 400 })
  })

  const localized = (stored: readonly Entry[]) =>
    open({
      types: { page: { localized: true, attributes: { title: { type: 'string' } } } },
      rows: {
        pages: [
          { id: 1, document_id: 'd', locale: 'en', title: 'One' },
          { id: 2, document_id: 'd', locale: 'de', title: 'Eins' },
        ],
        strapi_core_store_settings: stored,
      },
    })

  it('default locale: the stored one', async () => {
    const ask = await localized([{ key: 'plugin_i18n_default_locale', value: '"de"' }])
    expect(await ask.ids('/api/pages')).toEqual([2])
    expect(await ask.one('/api/pages/d')).toMatchObject({ title: 'Eins' })
    expect(await ask.ids('/api/pages?locale=en')).toEqual([1])
  })

  it('default locale: without a stored one, entries of all locales are returned', async () => {
    expect(await (await localized([])).ids('/api/pages')).toEqual([1, 2])
  })
})
