/** Where writes are answered otherwise than by Strapi, on purpose: rows of docs/compatibility.md, under "Writes". */

import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { known } from '../../bench/write-check/known.ts'
import { DATABASES, type Entry, openSite, type Site, type SiteSpec } from './site.ts'

const relation = (kind: string, target: string, more: object = {}) => ({
  type: 'relation',
  relation: kind,
  target: `api::${target}.${target}`,
  ...more,
})

const SPEC: SiteSpec = {
  types: {
    page: {
      draftAndPublish: true,
      attributes: {
        name: { type: 'string' },
        big: { type: 'biginteger', min: '5', max: '10' },
        number: { type: 'integer' },
        extra: { type: 'json' },
        text: { type: 'blocks' },
        secret: { type: 'password', minLength: 8 },
        friend: relation('manyToOne', 'page', { inversedBy: 'friends' }),
        friends: relation('oneToMany', 'page', { mappedBy: 'friend' }),
        others: relation('manyToMany', 'page'),
        // Not named by others in inversedBy, so without links.
        inert: relation('manyToMany', 'page', { mappedBy: 'others' }),
        about: { type: 'relation', relation: 'morphToOne' },
        mentions: { type: 'relation', relation: 'morphToMany' },
        cover: { type: 'media', multiple: false },
        parts: { type: 'component', component: 'part.one', repeatable: true, required: true },
        zone: { type: 'dynamiczone', components: ['part.many'] },
      },
    },
    local: {
      draftAndPublish: true,
      localized: true,
      attributes: {
        name: { type: 'string', pluginOptions: { i18n: { localized: true } } },
        shared: { type: 'integer', pluginOptions: { i18n: { localized: false } } },
      },
    },
  },
  components: {
    'part.one': { text: { type: 'string' } },
    'part.many': { ones: { type: 'component', component: 'part.one', repeatable: true } },
  },
  files: 2,
}

describe.each(DATABASES)('departures on %s', (kind) => {
  let site: Site
  beforeAll(async () => {
    site = await openSite(kind, SPEC)
  })
  afterAll(() => site?.close())
  const create = (data: object, query = '') => site.create(`/api/pages?populate=*${query}`, { parts: [], ...data })
  const refused = async (data: object) => (await site.ask('POST', '/api/pages', { parts: [], ...data })).error?.message
  const read = (entry: Entry, query = '') => site.read(`/api/pages/${entry.documentId}?populate=*${query}`)

  it('values', async () => {
    expect(await refused({ big: '4' })).toBe('big must be greater than or equal to 5')
    expect(await refused({ big: '11' })).toBe('big must be less than or equal to 10')
    expect(await refused({ number: [1] })).toMatch(/^number must be a `number` type/)
    expect(await refused({ text: 'x' })).toMatch(/^text must be a `array` type/)
    expect(await refused({ text: {} })).toMatch(/^text must be a `array` type/)
    expect(await refused({ secret: 'short' })).toBe('secret must be at least 8 characters')
    const image = [{ type: 'image', image: { url: '/a.png' }, children: [{ type: 'text', text: '' }] }]
    expect(await create({ text: image, extra: true })).toMatchObject({ text: image, extra: true })
  })

  it('a draft without a required list; it is demanded of what is published', async () => {
    await site.create('/api/pages?status=draft', { name: 'no parts' })
    expect((await site.ask('POST', '/api/pages', { name: 'no parts' })).error?.message).toBe('parts must be defined.')
  })

  it('an id names a document, in the version that fits', async () => {
    const target = await create({ name: 'target' })
    const draft = await create({ others: [target.id] }, '&status=draft')
    expect(draft.others).toMatchObject([{ documentId: target.documentId }])
    expect(await read(draft, '&status=draft')).toMatchObject({ others: [{ documentId: target.documentId }] })
  })

  it('relations', async () => {
    expect(await refused({ friend: true })).toBe('friend must be an id or a documentId')
    const unknown = [{ __type: 'api::page.page', id: 2_000_000 }]
    expect(await refused({ mentions: unknown })).toMatch(/^1 relation\(s\) of type api::page\.page/)
    const target = await create({ name: 'target' })
    const to = { __type: 'api::page.page', documentId: target.documentId }
    const made = await create({ about: to, mentions: [to] })
    await site.update(`/api/pages/${target.documentId}`, { name: 'again' })
    expect(await read(made)).toMatchObject({ about: { name: 'again' }, mentions: [{ name: 'again' }] })
    const path = `/api/pages/${made.documentId}?populate=*`
    expect(await site.update(path, { about: null, mentions: null })).toMatchObject({ about: null, mentions: [] })
    const own = await site.update(path, { friend: made.documentId })
    expect(own).toMatchObject({ friend: { documentId: made.documentId }, friends: [{ documentId: made.documentId }] })
    const more = await create({ name: 'more' })
    const twice = { connect: [more.documentId, { documentId: more.documentId, position: { end: true } }] }
    expect(await create({ others: twice })).toMatchObject({ others: [{ name: 'more' }] })
    const both = { before: target.documentId, after: target.documentId }
    const placed = { connect: [target.documentId, { documentId: more.documentId, position: both }] }
    expect(await site.update(path, { others: placed })).toMatchObject({ others: [{ name: 'more' }, { name: 'again' }] })
  })

  it('the neighbour in a position is named by id or documentId, whatever names the entry', async () => {
    const [first, last, more] = [await create({ name: 'a' }), await create({ name: 'b' }), await create({ name: 'c' })]
    for (const [entry, neighbour] of [
      [{ documentId: more.documentId }, last.id],
      [{ id: more.id }, last.documentId],
    ] as const) {
      const { documentId } = await create({ others: [first.documentId, last.documentId] })
      const put = (position: object) =>
        site.update(`/api/pages/${documentId}?populate=*`, { others: { connect: [{ ...entry, position }] } })
      expect(await put({ before: neighbour })).toMatchObject({ others: [{ name: 'a' }, { name: 'c' }, { name: 'b' }] })
      expect(await put({ after: neighbour })).toMatchObject({ others: [{ name: 'a' }, { name: 'b' }, { name: 'c' }] })
    }
  })

  it('an inert relation is refused, and the response says why', async () => {
    const answer = await site.ask('POST', '/api/pages', { parts: [], inert: [] })
    expect(answer).toMatchObject({ status: 400, error: { message: 'Invalid key inert' } })
    expect(answer.error?.details.hint).toContain('does not name it in inversedBy')
  })

  it('__component of an item may come after its nested components, as in responses', async () => {
    const item = { ones: [{ text: 'inside' }], __component: 'part.many' }
    const made = await site.create('/api/pages?populate[zone][populate]=*', { parts: [], zone: [item] })
    expect(made.zone).toMatchObject([item])
  })

  it('files', async () => {
    const made = await create({ cover: { connect: [1] } })
    expect(made).toMatchObject({ cover: { id: 1 } })
    const path = `/api/pages/${made.documentId}?populate=*`
    expect(await site.update(path, { cover: { connect: [2] } })).toMatchObject({ cover: { id: 2 } })
    expect(await site.update(path, { cover: {} })).toMatchObject({ cover: { id: 2 } })
  })

  it('publishing an entry leaves other published entries of its type alone', async () => {
    const target = await create({ name: 'target' }, '&status=draft')
    const owner = await create({ name: 'owner' })
    await site.update(`/api/pages/${owner.documentId}?status=draft`, { others: [target.documentId] })
    await site.entry(200, 'POST', `/api/pages/${target.documentId}/actions/publish`)
    expect(await read(owner)).toMatchObject({ others: [] })
    await site.entry(200, 'POST', `/api/pages/${owner.documentId}/actions/publish`)
    expect(await read(owner)).toMatchObject({ others: [{ name: 'target' }] })
  })

  it('published lists are in the order of the draft, whichever entry is published first', async () => {
    const [first, second, third] = [
      await create({ name: 'first' }, '&status=draft'),
      await create({ name: 'second' }, '&status=draft'),
      await create({ name: 'third' }, '&status=draft'),
    ]
    const owner = await create({ friends: [third, second, first].map(({ documentId }) => documentId) })
    for (const { documentId } of [first, third, second]) {
      await site.entry(200, 'POST', `/api/pages/${documentId}/actions/publish`)
    }
    const names = async () => ((await read(owner)).friends as readonly Entry[]).map(({ name }) => name)
    expect(await names()).toEqual(['third', 'second', 'first'])
    await site.entry(200, 'POST', `/api/pages/${third.documentId}/actions/unpublish`)
    await site.entry(200, 'POST', `/api/pages/${third.documentId}/actions/publish`)
    expect(await names()).toEqual(['third', 'second', 'first'])
  })

  it('what is not localized is the same in all locales', async () => {
    const made = await site.create('/api/locals', { name: 'en', shared: 1 })
    await site.update(`/api/locals/${made.documentId}?locale=fr`, { name: 'fr', shared: 2 })
    for (const query of ['', '?status=draft', '?locale=fr', '?locale=fr&status=draft']) {
      expect(await site.read(`/api/locals/${made.documentId}${query}`), query).toMatchObject({ shared: 2 })
    }
  })

  it.each(['modified', 'DRAFT', 'foo', ''])('status=%s is refused, and nothing is written', async (status) => {
    const made = await create({ name: 'whole' })
    const answers = [
      await site.ask('POST', `/api/pages?status=${status}`, { parts: [] }),
      await site.ask('PUT', `/api/pages/${made.documentId}?status=${status}`, { name: 'changed' }),
    ]
    expect(answers.map((answer) => answer.status)).toEqual([400, 400])
    expect(await read(made, '&status=draft')).toMatchObject({ name: 'whole' })
  })

  it('a path that does not exist is 404 for every method', async () => {
    for (const method of ['GET', 'POST', 'PUT', 'DELETE']) {
      expect((await site.ask(method, '/api/nothing', method === 'GET' ? undefined : {})).status, method).toBe(404)
    }
  })

  it('what fails in Strapi is refused, and nothing is written', async () => {
    const made = await create({ name: 'whole' })
    for (const others of [
      [true],
      { disconnect: [{}] },
      { connect: [{ documentId: made.documentId, position: { before: {} } }] },
    ]) {
      const answer = await site.ask('PUT', `/api/pages/${made.documentId}`, { name: 'changed', others })
      expect(answer.status, JSON.stringify(others)).toBe(400)
    }
    const mentions = [{ __type: 'api::nothing.nothing', id: 1 }]
    expect(await refused({ mentions })).toBe('Invalid key mentions')
    expect(await read(made)).toMatchObject({ name: 'whole' })
  })
})

describe('differences that the write check knows', () => {
  const page = readFileSync('docs/compatibility.md', 'utf8')
  it.each(known.map(({ row }) => row))('%s: is a row of docs/compatibility.md', (row) => {
    expect(page).toContain(`| ${row}`)
  })
})
