/** One document in several languages: what each has of its own, and what all share. */

import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { DATABASES, type Entry, type Json, openSite, type Site, type SiteSpec } from './site.ts'

const shared = { pluginOptions: { i18n: { localized: false } } }
const own = { pluginOptions: { i18n: { localized: true } } }

const attributes: Json = {
  name: { type: 'string', ...own },
  slug: { type: 'uid', targetField: 'name', ...own },
  code: { type: 'string', default: 'none', ...shared },
  seo: { type: 'component', component: 'part.seo', ...own },
  facts: { type: 'component', component: 'part.seo', repeatable: true, ...shared },
  cover: { type: 'media', ...shared },
  tags: { type: 'relation', relation: 'manyToMany', target: 'api::tag.tag' },
}

const demanding: Json = {
  name: { type: 'string', ...own },
  must: { type: 'string', required: true, ...shared },
  seo: { type: 'component', component: 'part.seo', required: true, ...shared },
}

const SPEC: SiteSpec = {
  types: {
    term: { draftAndPublish: true, localized: true, attributes: demanding },
    word: { localized: true, attributes: demanding },
    story: { draftAndPublish: true, localized: true, attributes },
    note: { localized: true, attributes: { ...attributes, must: { type: 'string', required: true, ...own } } },
    tag: { localized: true, attributes: { name: { type: 'string', ...own } } },
    home: { single: true, localized: true, draftAndPublish: true, attributes },
  },
  components: {
    'part.seo': {
      title: { type: 'string' },
      tags: { type: 'relation', relation: 'oneToMany', target: 'api::tag.tag' },
      image: { type: 'media' },
    },
  },
  files: 2,
}

const QUERY = 'populate[facts][populate]=*&populate[seo]=true&populate[cover]=true&populate[tags]=true'

describe.each(DATABASES)('locales on %s', (kind) => {
  let site: Site
  beforeAll(async () => {
    site = await openSite(kind, SPEC)
  })
  afterAll(() => site?.close())
  const read = ({ documentId }: Entry, locale: string, status = 'published', plural = 'storys') =>
    site.read(`/api/${plural}/${documentId}?locale=${locale}&status=${status}&${QUERY}`)
  const put = ({ documentId }: Entry, locale: string, data: Json, query = '', plural = 'storys') =>
    site.update(`/api/${plural}/${documentId}?locale=${locale}&${QUERY}${query}`, data)
  const localesOf = async (table: string, { documentId }: Entry) =>
    (
      await site.sql(`select locale, count(*) from ${table} where document_id = '${documentId}' group by 1 order by 1`)
    ).map((row) => row.join(' '))

  it('a POST writes the default locale, or the one that is named', async () => {
    expect(await site.create('/api/storys', { name: 'a' })).toMatchObject({ locale: 'en' })
    const german = await site.create('/api/storys?locale=de', { name: 'a' })
    expect(german).toMatchObject({ locale: 'de' })
    expect((await site.ask('GET', `/api/storys/${german.documentId}`)).status).toBe(404)
    const all = await site.ask('POST', '/api/storys?locale=*', { name: 'a' })
    expect(all).toMatchObject({
      status: 400,
      error: {
        message: 'Invalid locale param * provided. Document locales must be strings.',
        details: { hint: 'A write is for one locale: send a request for each' },
      },
    })
  })

  it('a PUT makes a missing locale, with what all share and nothing else', async () => {
    const made = await site.create(`/api/storys?${QUERY}`, {
      name: 'Hello',
      code: 'x',
      seo: { title: 'own' },
      facts: [{ title: 'f', image: 1 }, { title: 'g' }],
      cover: 2,
    })
    const french = await put(made, 'fr', { name: 'Bonjour' })
    expect(french).toMatchObject({
      documentId: made.documentId,
      locale: 'fr',
      name: 'Bonjour',
      slug: 'bonjour',
      code: 'x',
      seo: null,
      facts: [{ title: 'f', image: { id: 1 } }, { title: 'g' }],
      cover: { id: 2 },
    })
    const ids = (entry: Entry) => (entry.facts as readonly Entry[]).map(({ id }) => id)
    expect(ids(french)).not.toEqual(ids(made))
    expect(await localesOf('storys', made)).toEqual(['en 2', 'fr 2'])
  })

  it.each(['terms', 'words'])('a new locale may be sent null for what is required and shared: %s', async (plural) => {
    const what = { must: 'have', seo: { title: 's' } }
    const query = '?populate=seo'
    const { documentId } = await site.create(`/api/${plural}${query}`, { name: 'a', ...what })
    const write = (locale: string, data: Json) =>
      site.ask('PUT', `/api/${plural}/${documentId}${query}&locale=${locale}`, data)
    const added = await write('fr', { name: 'b', must: null, seo: null })
    expect(added).toMatchObject({ status: 200, data: { name: 'b', ...what } })
    for (const data of [{ must: null }, { seo: null }]) {
      expect(await write('fr', data)).toMatchObject({
        status: 400,
        error: { details: { errors: [{ path: Object.keys(data) }] } },
      })
    }
    expect(await site.read(`/api/${plural}/${documentId}${query}&locale=en`)).toMatchObject({ name: 'a', ...what })
  })

  it('what changes for all locales was updated in all of them', async () => {
    const made = await site.create('/api/storys', { name: 'a', code: '1' })
    await put(made, 'fr', { name: 'b' }, '&status=published')
    const updated = async (locale: string, status: string) => (await read(made, locale, status)).updatedAt
    const all = async () => [await updated('en', 'draft'), await updated('en', 'published')]
    const before = await all()
    await put(made, 'fr', { name: 'c' }, '&status=draft')
    expect(await all()).toEqual(before)
    for (const data of [{ code: '2' }, { facts: [{ title: 'f' }] }, { cover: 1 }]) {
      const [draft, published] = await all()
      const written = await put(made, 'fr', data, '&status=draft')
      expect(await all()).toEqual([written.updatedAt, published])
      expect(draft).not.toBe(written.updatedAt)
    }
    await site.entry(200, 'POST', `/api/storys/${made.documentId}/actions/publish?locale=fr`)
    expect(await read(made, 'en')).toMatchObject({ code: '2', facts: [{ title: 'f' }], cover: { id: 1 } })
    expect(await updated('en', 'published')).not.toBe(before[1])
  })

  it('what is null in a new locale is what the others have, as in Strapi', async () => {
    const what = { code: '1', facts: [{ title: 'f' }], cover: { id: 1 } }
    const made = await site.create('/api/storys', { name: 'a', code: '1', facts: [{ title: 'f' }], cover: 1 })
    expect(await put(made, 'fr', { name: 'b', code: null, cover: null })).toMatchObject({ name: 'b', ...what })
    expect(await read(made, 'en')).toMatchObject({ name: 'a', ...what })
    await put(made, 'fr', { code: null, cover: null })
    expect(await read(made, 'en')).toMatchObject({ name: 'a', code: null, cover: null })
  })

  it('a change of what is shared reaches every locale of the same status', async () => {
    const made = await site.create('/api/storys', { name: 'a', code: '1' })
    await put(made, 'fr', { name: 'b' })
    await put(made, 'fr', { code: '2', facts: [{ title: 'f' }], cover: 1 }, '&status=draft')
    const what = { code: '2', facts: [{ title: 'f' }], cover: { id: 1 } }
    expect(await read(made, 'en', 'draft')).toMatchObject({ name: 'a', ...what })
    expect(await read(made, 'en')).toMatchObject({ code: '1', facts: [], cover: null })
    await site.entry(200, 'POST', `/api/storys/${made.documentId}/actions/publish?locale=fr`)
    expect(await read(made, 'en')).toMatchObject({ name: 'a', ...what })
    await put(made, 'en', { code: '3', cover: null }, '&status=draft')
    expect(await read(made, 'fr', 'draft')).toMatchObject({ name: 'b', code: '3', cover: null })
    await site.entry(200, 'POST', `/api/storys/${made.documentId}/actions/discard?locale=en`)
    expect(await read(made, 'fr', 'draft')).toMatchObject({ name: 'b', ...what })
  })

  it('also where a locale is published and has no draft', async () => {
    const made = await site.create('/api/storys', { name: 'a', code: 'x' })
    await put(made, 'fr', { name: 'b' })
    await site.sql(
      `delete from storys where document_id = '${made.documentId}' and locale = 'fr' and published_at is null`,
    )
    await put(made, 'en', { code: 'y' })
    expect(await read(made, 'fr')).toMatchObject({ name: 'b', code: 'y' })
  })

  it('and so does what is shared when it comes with a new locale', async () => {
    const made = await site.create('/api/storys', { name: 'a', code: '1', facts: [{ title: 'f' }] })
    await put(made, 'fr', { name: 'b', code: '2', facts: [] })
    expect(await read(made, 'en')).toMatchObject({ name: 'a', code: '2', facts: [] })
    expect(await read(made, 'en', 'draft')).toMatchObject({ name: 'a', code: '2', facts: [] })
  })

  it('a default does not take the place of what is shared', async () => {
    const made = await site.create('/api/notes', { name: 'a', code: '1', must: 'm' })
    expect(await put(made, 'fr', { name: 'b', must: 'm' }, '', 'notes')).toMatchObject({ code: '1' })
  })

  it('a new locale needs what is required, as a new entry does', async () => {
    const made = await site.create('/api/notes', { name: 'a', must: 'm' })
    const refused = await site.ask('PUT', `/api/notes/${made.documentId}?locale=fr`, { name: 'b' })
    expect(refused).toMatchObject({ status: 400, error: { details: { errors: [{ path: ['must'] }] } } })
    expect(await localesOf('notes', made)).toEqual(['en 1'])
    expect(refused.error?.message).toBe('must must be defined.')
  })

  it('relations inside what is shared lead to the locale of each row', async () => {
    const tag = await site.create('/api/tags', { name: 'tag' })
    await site.update(`/api/tags/${tag.documentId}?locale=fr`, { name: 'étiquette' })
    const made = await site.create('/api/storys', { name: 'a', facts: [{ title: 'f', tags: [tag.documentId] }] })
    const french = await put(made, 'fr', { name: 'b' })
    expect(french.facts).toMatchObject([{ tags: [{ name: 'étiquette' }] }])
    await put(made, 'de', { name: 'c' })
    expect((await read(made, 'de')).facts).toMatchObject([{ title: 'f', tags: [] }])
    expect((await read(made, 'en')).facts).toMatchObject([{ tags: [{ name: 'tag' }] }])
  })

  it('relations are of one locale', async () => {
    const tag = await site.create('/api/tags', { name: 'tag' })
    await site.update(`/api/tags/${tag.documentId}?locale=fr`, { name: 'étiquette' })
    const made = await site.create('/api/storys', { name: 'a', tags: [tag.documentId] })
    expect((await put(made, 'fr', { name: 'b' })).tags).toEqual([])
    expect((await put(made, 'fr', { tags: [tag.documentId] })).tags).toMatchObject([{ name: 'étiquette' }])
    expect((await read(made, 'en')).tags).toMatchObject([{ name: 'tag' }])
  })

  it('an entry without the locale of the row cannot be linked, and the error says what to write first', async () => {
    const tag = await site.create('/api/tags', { name: 'only in English' })
    const made = await site.create('/api/storys', { name: 'a' })
    const data = { name: 'b', seo: { title: 't', tags: [tag.documentId] } }
    const hint = 'tags of part.seo names an entry of api::tag.tag that has no such version in fr: write it first'
    expect(await site.ask('PUT', `/api/storys/${made.documentId}?locale=fr`, data)).toMatchObject({
      status: 400,
      error: {
        message: `Document with id "${tag.documentId}", locale "fr" not found`,
        details: { source: 'body', path: 'tags', hint },
      },
    })
  })

  it.each([
    ['', 'en'],
    ['?locale=de', 'de'],
  ])('an unknown entry is missed in the locale of the row: %s', async (query, locale) => {
    for (const tags of [['nope'], { connect: [{ documentId: 'nope' }] }]) {
      expect(await site.ask('POST', `/api/storys${query}`, { name: 'a', tags })).toMatchObject({
        status: 400,
        error: { message: `Document with id "nope", locale "${locale}" not found` },
      })
    }
  })

  it('slugs are unique within a locale', async () => {
    const [a, b] = [
      await site.create('/api/storys', { name: 'Same' }),
      await site.create('/api/storys', { name: 'Same' }),
    ]
    expect([a.slug, b.slug]).toEqual(['same', 'same-1'])
    expect(await put(a, 'fr', { name: 'Same' })).toMatchObject({ slug: 'same' })
    expect(await put(b, 'fr', { name: 'Same' })).toMatchObject({ slug: 'same-1' })
  })

  it('each locale is published, unpublished and deleted by itself', async () => {
    const made = await site.create('/api/storys', { name: 'a' })
    await put(made, 'fr', { name: 'b' })
    await put(made, 'de', { name: 'c' })
    await site.entry(200, 'POST', `/api/storys/${made.documentId}/actions/unpublish?locale=fr`)
    expect(await localesOf('storys', made)).toEqual(['de 2', 'en 2', 'fr 1'])
    expect((await site.ask('POST', `/api/storys/${made.documentId}/actions/publish?locale=it`)).status).toBe(404)
    await site.ask('DELETE', `/api/storys/${made.documentId}`)
    expect(await localesOf('storys', made)).toEqual(['de 2', 'fr 1'])
    await site.ask('DELETE', `/api/storys/${made.documentId}?locale=fr`)
    expect(await localesOf('storys', made)).toEqual(['de 2'])
    await put(made, 'en', { name: 'again' })
    await site.ask('DELETE', `/api/storys/${made.documentId}?locale=*`)
    expect(await localesOf('storys', made)).toEqual([])
  })

  it('a single type has locales of one document', async () => {
    const made = await site.update('/api/home', { name: 'a', code: '1' })
    const french = await site.update('/api/home?locale=fr', { name: 'b' })
    expect(french).toMatchObject({ documentId: made.documentId, code: '1', name: 'b' })
    expect((await site.ask('DELETE', '/api/home?locale=*')).status).toBe(204)
    expect(await localesOf('homes', made)).toEqual([])
  })
})
