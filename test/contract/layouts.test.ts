/** Schemas and settings that the recorded project does not have. */

import { afterEach, describe, expect, it } from 'vitest'
import { type Asker, askerOf, type Entry } from '../support/ask.ts'
import { type MadeProject, makeProject, type ProjectSpec } from '../support/make-project.ts'

const projects: MadeProject[] = []
afterEach(async () => {
  for (const project of projects.splice(0)) await project.remove()
})

async function open(spec: ProjectSpec): Promise<Asker> {
  const project = await makeProject(spec)
  projects.push(project)
  return askerOf(await project.open())
}

const TEXT = { title: { type: 'string' } }
const draft = { published_at: null }
const ids = (value: unknown) => (value as readonly Entry[]).map(({ id }) => id)

const HIDDEN_QUERIES = [
  ['filters[salary]=5', 'salary'],
  ['sort=salary', 'salary'],
  ['fields=salary', 'salary'],
  ['populate=boss', 'boss'],
  ['filters[boss][title]=A', 'boss'],
  ['sort=createdAt', 'createdAt'],
  ['filters[createdAt][$null]=true', 'createdAt'],
] as const

describe('private attributes', () => {
  const attributes = {
    title: { type: 'string' },
    salary: { type: 'integer' },
    boss: { type: 'relation', relation: 'oneToOne', target: 'api::person.person' },
  }
  const rows = { persons: [{ id: 1, title: 'A', salary: 5 }], persons_boss_lnk: [{ person_id: 1, inv_person_id: 1 }] }

  it.each<[string, Partial<ProjectSpec>]>([
    [
      'options.privateAttributes',
      { types: { person: { attributes, options: { privateAttributes: ['salary', 'boss', 'createdAt'] } } } },
    ],
    [
      'api.responses.privateAttributes',
      {
        types: { person: { attributes } },
        config: { api: { responses: { privateAttributes: ['salary', 'boss', 'createdAt'] } } },
      },
    ],
  ])('entries: %s hides attributes of every kind, everywhere', async (_, spec) => {
    const ask = await open({ types: {}, rows, ...spec })
    expect(Object.keys(await ask.first('/api/persons?populate=*'))).toEqual([
      'id',
      'documentId',
      'title',
      'updatedAt',
      'publishedAt',
    ])
    for (const [query, name] of HIDDEN_QUERIES) {
      const unknown = await ask.text(`/api/persons?${query.replace(name, 'zzzzzzzzz')}`)
      expect(JSON.parse(unknown)).toMatchObject({ error: { status: 400 } })
      expect((await ask.text(`/api/persons?${query}`)).replaceAll(name, 'zzzzzzzzz'), query).toBe(unknown)
    }
  })

  it.each([
    [
      ['createdAt', 'updatedAt', 'publishedAt', 'id'],
      { id: 1, documentId: 'locale1', name: 'English', code: 'en', isDefault: true },
    ],
    [['code'], { id: 1, documentId: 'locale1', name: 'English', isDefault: false }],
  ])('locales: %j are hidden, too', async (privateAttributes, expected) => {
    const ask = await open({
      types: { person: { attributes } },
      config: { api: { responses: { privateAttributes } } },
      rows: { i18n_locale: [{ id: 1, document_id: 'locale1', name: 'English', code: 'en' }] },
      permissions: ['plugin::i18n.locales.listLocales'],
    })
    const [first] = JSON.parse(await ask.text('/api/i18n/locales')) as readonly Entry[]
    const { createdAt, updatedAt, publishedAt, ...others } = first ?? {}
    expect(others).toEqual(expected)
    expect([createdAt, updatedAt, publishedAt].every((moment) => moment === undefined)).toBe(
      privateAttributes.includes('createdAt'),
    )
  })

  it('entries: id and documentId cannot be hidden', async () => {
    const types = { person: { attributes, options: { privateAttributes: ['id', 'documentId'] } } }
    expect(await (await open({ types, rows })).first('/api/persons?fields=title')).toEqual({
      id: 1,
      documentId: 'person1',
      title: 'A',
    })
  })
})

describe('relations stored in a column of the owner (useJoinTable: false)', () => {
  it('populate: read, filtered and sorted from both sides', async () => {
    const ask = await open({
      types: {
        book: {
          attributes: {
            ...TEXT,
            shelf: {
              type: 'relation',
              relation: 'manyToOne',
              target: 'api::shelf.shelf',
              inversedBy: 'books',
              useJoinTable: false,
            },
          },
        },
        shelf: {
          attributes: {
            ...TEXT,
            books: {
              type: 'relation',
              relation: 'oneToMany',
              target: 'api::book.book',
              mappedBy: 'shelf',
              useJoinTable: false,
            },
          },
        },
      },
      rows: {
        shelfs: [
          { id: 1, title: 'Top' },
          { id: 2, title: 'Bottom' },
          { id: 3, title: 'Empty' },
        ],
        books: [
          { id: 1, title: 'A', shelf_id: 1 },
          { id: 2, title: 'B', shelf_id: 2 },
          { id: 3, title: 'C', shelf_id: 1 },
          { id: 4, title: 'D' },
        ],
      },
    })
    expect(
      (await ask.list('/api/books?populate=shelf')).map(({ shelf }) => (shelf as Entry | null)?.title ?? null),
    ).toEqual(['Top', 'Bottom', 'Top', null])
    expect((await ask.list('/api/shelfs?populate=books')).map(({ books }) => ids(books))).toEqual([[1, 3], [2], []])
    expect(await ask.ids('/api/books?filters[shelf][title]=Top')).toEqual([1, 3])
    expect(await ask.ids('/api/books?filters[shelf][$null]=true')).toEqual([4])
    expect(await ask.ids('/api/shelfs?filters[books][title][$in]=B')).toEqual([2])
    expect(await ask.ids('/api/books?sort=shelf.title')).toEqual([4, 2, 1, 3])
  })
})

describe('Draft & Publish on one side of a relation, on both sides, on neither', () => {
  const both = (source: boolean, target: boolean) =>
    open({
      types: {
        source: {
          draftAndPublish: source,
          attributes: {
            ...TEXT,
            one: { type: 'relation', relation: 'oneToOne', target: 'api::target.target' },
            many: { type: 'relation', relation: 'oneToMany', target: 'api::target.target' },
          },
        },
        target: { draftAndPublish: target, attributes: TEXT },
      },
      rows: {
        sources: source
          ? [
              { id: 1, document_id: 's', ...draft },
              { id: 2, document_id: 's' },
            ]
          : [{ id: 1, document_id: 's' }],
        targets: target
          ? [
              { id: 1, document_id: 't', title: 'draft', ...draft },
              { id: 2, document_id: 't', title: 'published' },
              { id: 3, document_id: 'u', title: 'never', ...draft },
            ]
          : [{ id: 1, document_id: 't', title: 'only' }],
        // Links as Strapi writes them: between versions of the same status, or to all versions where one side has a single version.
        ...links(source, target),
      },
    })

  function links(source: boolean, target: boolean) {
    const pairs: readonly (readonly [number, number])[] = source
      ? target
        ? [
            [1, 1],
            [1, 3],
            [2, 2],
          ]
        : [
            [1, 1],
            [2, 1],
          ]
      : target
        ? [
            [1, 1],
            [1, 2],
            [1, 3],
          ]
        : [[1, 1]]
    return {
      sources_one_lnk: pairs.filter(([, id]) => id !== 3).map(([source_id, target_id]) => ({ source_id, target_id })),
      sources_many_lnk: pairs.map(([source_id, target_id], index) => ({ source_id, target_id, target_ord: index + 1 })),
    }
  }

  it.each<[boolean, boolean, string, string, readonly number[]]>([
    [true, true, 'published', 'published', [2]],
    [true, true, 'draft', 'draft', [1, 3]],
    [true, false, 'published', 'only', [1]],
    [true, false, 'draft', 'only', [1]],
    [false, true, 'published', 'published', [2]],
    [false, true, 'draft', 'draft', [1, 3]],
    [false, false, 'published', 'only', [1]],
    [false, false, 'draft', 'only', [1]],
  ])('locale and status: source %s, target %s, status=%s', async (source, target, status, one, many) => {
    const ask = await both(source, target)
    const entry = await ask.first(`/api/sources?populate=*&status=${status}`)
    expect(entry).toMatchObject({ one: { title: one } })
    expect(ids(entry.many)).toEqual(many)
    for (const title of ['draft', 'published', 'never', 'only']) {
      const visible = (entry.many as readonly Entry[]).some((item) => item.title === title)
      expect(await ask.list(`/api/sources?filters[many][title]=${title}&status=${status}`), title).toHaveLength(
        visible ? 1 : 0,
      )
    }
  })
})

describe('settings of the API', () => {
  const types = { page: { attributes: TEXT } }
  const rows = { pages: [{ id: 1, title: 'A' }] }

  it('locale and status: documents.strictParams allows locale=*', async () => {
    const types = { note: { localized: true, attributes: { text: { type: 'string' } } } }
    const rows = { notes: [{ id: 1, locale: 'en' }] }
    const strict = await open({ types, rows, config: { api: { documents: { strictParams: true } } } })
    expect(await strict.list('/api/notes?locale=*')).toHaveLength(1)
    const ofOne = async (locale: string) => (await strict.refusal(`/api/notes/note1?locale=${locale}`)).status
    expect([await ofOne('*'), await ofOne('no_tag')]).toEqual([404, 400])
  })

  it('parameters of other APIs get a hint that names the extension with the same purpose', async () => {
    const api = (extensions: readonly string[]) => ({ rest: { strictParams: true, extensions } })
    const on = await open({ types, rows, config: { api: api(['exclude', 'deep', 'cursors', 'aggregates']) } })
    const off = await open({ types, rows, config: { api: api([]) } })
    for (const [query, hint, extension] of [
      ['exclude=title', 'Write fields=-body', 'exclude'],
      ['pLevel=3', 'Write populate=**', null],
      ['after=abc', expect.stringMatching(/^Write pagination\[start\]\[after\]= for/), 'cursors'],
      ['pagination[cursor]=abc', expect.stringMatching(/^Write pagination\[start\]\[after\]= for/), null],
      ['groupBy=title', expect.stringMatching(/^Write \/actions\/aggregate\?by=title/), 'aggregates'],
    ] as const) {
      expect((await on.refusal(`/api/pages?${query}`)).details.hint, query).toEqual(hint)
      const toSwitchOn = extension === null ? /^Write (?:populate=author|pagination\[page\])/ : `['${extension}']`
      expect((await off.refusal(`/api/pages?${query}`)).details.hint, query).toMatch(toSwitchOn)
    }
  })

  it('lists: unknown parameters are ignored, and refused with strictParams', async () => {
    const lax = await open({ types, rows })
    expect(await lax.ids('/api/pages?nothing=1&utm[source]=x')).toEqual([1])
    const strict = await open({ types, rows, config: { api: { rest: { strictParams: true } } } })
    expect(await strict.refusal('/api/pages?nothing=1')).toMatchObject({
      status: 400,
      details: { key: 'nothing', path: null, param: 'nothing' },
    })
    for (const [query, hint] of [
      ['withCount=1', 'Write pagination[withCount]=true'],
      ['_limit=1', 'Write pagination[limit]=1'],
      ['take=all', 'Write pagination[limit]=10'],
      ['offset=1', 'Write pagination[start]=1'],
      ['orderBy=title', 'Write sort=title'],
      ['order=desc', 'Write sort=title:asc'],
      ['include=author', 'Write populate=author'],
      ['depth=3', 'Write populate=author'],
      ['lang=fr', 'Write locale=fr'],
      ['s=owl', 'Write _q=owl'],
      ['search=undefined', 'Write _q=text'],
      ['undefined=1', 'undefined is a variable without a value: leave the parameter out'],
      ['publicationState=live', 'Write status=published'],
      ['preview=false', 'Write status=published'],
      ['where[title]=A', 'Write filters[title][$eq]=x'],
      ['publicationState=preview', 'Write status=draft'],
      ['access_token=abc', 'Send the token in a header: Authorization: Bearer <token>'],
      ['filter[title]=A', 'Write filters[title][$eq]=x'],
      ['filters.title.$eq=A', 'Write filters[title][$eq]=x'],
      ['filters%255Btitle%255D=A', 'The query string is encoded twice: leave out one of the two'],
      ['fields%255B0%255D%3Dtitle%26page%3D1', 'The query string is encoded twice: leave out one of the two'],
      ['pagination.page=2', 'Write pagination[page]=x'],
      ['fileds=title', 'Did you mean fields?'],
      ['_sort=title:desc', 'Write sort=title:desc'],
      ['title_contains=A', 'Write filters[title][$contains]=x'],
      ['some_date_gte=A', 'Write filters[some_date][$gte]=x'],
      ['slug=a', 'To filter by an attribute of this name: filters[slug][$eq]=x'],
      ['pagination[pagesize]=5', 'Did you mean pageSize?'],
      ['pagination[perPage]=5', 'Write pagination[pageSize]=5'],
      ['pagination=5', 'Write pagination[pageSize]=5'],
      ['pagination=all', 'Write pagination[page]=1&pagination[pageSize]=25'],
      ['pagination=[object Object]', expect.stringContaining('URLSearchParams')],
      ['pagination[from]=5', expect.stringContaining('Write pagination[page], pagination[pageSize]')],
      ['_=1700000000', 'Leave it out: caches revalidate every response, unless rest.maxAge is set'],
    ]) {
      expect(await strict.refusal(`/api/pages?${query}`), query).toMatchObject({ status: 400, details: { hint } })
    }
    const known = 'filters[title]=A&sort=title&fields=title&populate=*&status=draft&locale=en&pagination[limit]=1&_q=A'
    expect(await strict.ids(`/api/pages?${known}`)).toEqual([1])
    // Strapi takes these, and they have no effect.
    expect(await strict.ids('/api/pages?start=1&limit=0&count=1&ordering=title')).toEqual([1])
    const sentBack = 'pagination[page]=1&pagination[pageSize]=25&pagination[pageCount]=1&pagination[total]=1'
    expect(await strict.ids(`/api/pages?${sentBack}`)).toEqual([1])
  })

  it.each(['/content', 'content/v1', '/content/'])(
    'lists: api.rest.prefix %s takes the place of /api',
    async (prefix) => {
      const ask = await open({ types, rows, config: { api: { rest: { prefix } } } })
      const path = `/${prefix.replace(/^\/|\/$/g, '')}`
      expect(await ask.ids(`${path}/pages`)).toEqual([1])
      expect(await ask.one(`${path}/pages/page1`)).toMatchObject({ id: 1 })
      expect(await ask.refusal('/api/pages')).toMatchObject({ status: 404 })
    },
  )

  it('pagination: api.rest.withCount is a default that requests may override', async () => {
    const ask = await open({ types, rows, config: { api: { rest: { withCount: false } } } })
    expect((await ask.body('/api/pages')).meta.pagination).toEqual({ page: 1, pageSize: 25 })
    expect((await ask.body('/api/pages?pagination[withCount]=true')).meta.pagination).toMatchObject({ total: 1 })
  })
})

describe('single types', () => {
  const single = (localized: boolean) =>
    open({
      types: { about: { kind: 'singleType', localized, draftAndPublish: true, attributes: TEXT } },
      rows: {
        abouts: [
          { id: 1, document_id: 'a', title: 'Draft', locale: localized ? 'en' : null, ...draft },
          { id: 2, document_id: 'a', title: 'About', locale: localized ? 'en' : null },
          ...(localized ? [{ id: 3, document_id: 'a', title: 'Über', locale: 'de' }] : []),
        ],
      },
    })

  it('envelope: a single type has one entry at its singular name, without pagination', async () => {
    const ask = await single(false)
    expect(await ask.body('/api/about')).toMatchObject({ data: { id: 2, title: 'About' }, meta: {} })
    expect(await ask.refusal('/api/abouts')).toMatchObject({ status: 404 })
    expect(await ask.one('/api/about?status=draft')).toMatchObject({ id: 1 })
  })

  it('locale and status: a localized single type in each of its locales', async () => {
    const ask = await single(true)
    expect(await ask.one('/api/about')).toMatchObject({ id: 2, locale: 'en' })
    expect(await ask.one('/api/about?locale=de&populate=*')).toMatchObject({
      id: 3,
      title: 'Über',
      localizations: [{ id: 2 }],
    })
    expect(await ask.refusal('/api/about?locale=de&status=draft')).toMatchObject({ status: 404 })
    expect(await ask.refusal('/api/about?locale=fr')).toMatchObject({ status: 404 })
    expect(await ask.refusal('/api/about?locale[0]=de')).toMatchObject({ status: 400 })
  })

  it('envelope: an empty single type is not found', async () => {
    const ask = await open({ types: { about: { kind: 'singleType', attributes: TEXT } } })
    expect(await ask.refusal('/api/about')).toMatchObject({ status: 404, message: 'Not Found' })
  })
})

describe('leftover rows, as every database of Strapi has', () => {
  it('populate: items of removed components, and links to deleted rows, are left out', async () => {
    const ask = await open({
      types: {
        page: {
          attributes: {
            zone: { type: 'dynamiczone', components: ['shared.text', 'shared.other'] },
            friends: { type: 'relation', relation: 'manyToMany', target: 'api::page.page' },
          },
        },
      },
      components: { 'shared.text': TEXT, 'shared.other': TEXT },
      rows: {
        pages: [{ id: 1 }, { id: 2 }],
        components_shared_texts: [{ id: 1, title: 'A' }],
        components_shared_others: [{ id: 1, title: 'B' }],
        pages_cmps: [
          { entity_id: 1, cmp_id: 9, component_type: 'shared.text', field: 'zone', order: 1 },
          { entity_id: 1, cmp_id: 1, component_type: 'shared.gone', field: 'zone', order: 2 },
          { entity_id: 1, cmp_id: 1, component_type: 'shared.other', field: 'zone', order: 3 },
          { entity_id: 1, cmp_id: 1, component_type: 'shared.text', field: 'zone', order: 4 },
          { entity_id: 1, cmp_id: 1, component_type: 'shared.text', field: 'former', order: 1 },
        ],
        pages_friends_lnk: [
          { page_id: 1, inv_page_id: 99, page_ord: 1 },
          { page_id: 1, inv_page_id: 2, page_ord: 2 },
        ],
      },
    })
    const page = await ask.first('/api/pages?populate=*')
    expect(page.zone).toEqual([
      { id: 1, title: 'B', __component: 'shared.other' },
      { id: 1, title: 'A', __component: 'shared.text' },
    ])
    expect(ids(page.friends)).toEqual([2])
  })
})

describe('names and sizes', () => {
  it('entries: a type of 300 fields', async () => {
    const attributes = Object.fromEntries(
      Array.from({ length: 300 }, (_, index) => [`field${index}`, { type: 'string' }]),
    )
    const ask = await open({ types: { wide: { attributes } }, rows: { wides: [{ id: 1, field_299: 'last' }] } })
    const entry = await ask.first('/api/wides?filters[field299]=last')
    expect(Object.keys(entry)).toHaveLength(305)
    expect(entry).toMatchObject({ field0: null, field299: 'last' })
  })

  it('entries: names with a meaning in SQL or in query strings', async () => {
    const attributes = {
      group: { type: 'string' },
      order: { type: 'integer' },
      count: { type: 'integer' },
      fields: { type: 'string' },
      on: { type: 'relation', relation: 'oneToOne', target: 'api::order.order' },
    }
    const ask = await open({
      types: { order: { attributes } },
      rows: {
        orders: [{ id: 1, group: 'a"b', order: 1, count: 2 }],
        orders_on_lnk: [{ order_id: 1, inv_order_id: 1 }],
      },
    })
    const query =
      'filters[group]=a"b&filters[on][order]=1&sort=order,on.group&fields=group&populate[on][fields][0]=count'
    expect(await ask.list(`/api/orders?${query}`)).toEqual([
      { id: 1, documentId: 'order1', group: 'a"b', on: { id: 1, documentId: 'order1', count: 2 } },
    ])
  })
})
