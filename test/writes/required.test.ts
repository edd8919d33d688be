/** Rules for publishing an entry: `required`, `min` and `max` of relations, components, zones and files. */

import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { DATABASES, type DatabaseKind, type Entry, openSite, type Site, type SiteSpec } from './site.ts'

const name = { type: 'string' }
const to = (relation: string, target: string) => ({
  type: 'relation',
  relation,
  target: `api::${target}.${target}`,
  required: true,
})

const attributes = {
  name,
  cover: { type: 'media', required: true },
  gallery: { type: 'media', multiple: true, required: true },
  author: to('manyToOne', 'tag'),
  tags: to('manyToMany', 'tag'),
  any: { type: 'relation', relation: 'morphToOne', required: true },
  many: { type: 'relation', relation: 'morphToMany', required: true },
  part: { type: 'component', component: 'part.linked' },
}

const lists = {
  one: { type: 'component', component: 'part.item', required: true },
  some: { type: 'component', component: 'part.item', repeatable: true, required: true, min: 1, max: 2 },
  loose: { type: 'component', component: 'part.item', repeatable: true, min: 2 },
  asked: { type: 'component', component: 'part.item', repeatable: true, required: true },
  zone: { type: 'dynamiczone', components: ['part.item'], required: true, min: 1, max: 2 },
}

const SPEC: SiteSpec = {
  types: {
    page: { draftAndPublish: true, attributes },
    note: { attributes },
    list: { draftAndPublish: true, attributes: lists },
    plain: { attributes: { name, items: { type: 'component', component: 'part.item', repeatable: true } } },
    tag: { attributes: { name } },
    story: { draftAndPublish: true, attributes: { name, topics: to('manyToMany', 'topic') } },
    topic: { draftAndPublish: true, attributes: { name } },
  },
  components: {
    'part.linked': { name, tag: to('oneToOne', 'tag') },
    'part.item': { text: { type: 'string', required: true }, inner: { type: 'component', component: 'part.inner' } },
    'part.inner': { text: { type: 'string', required: true } },
  },
  files: 2,
}

const strict = (on: boolean): SiteSpec => ({
  ...SPEC,
  config: { api: { rest: { maxLimit: 1000 }, documents: { strictRelations: on } } },
})

async function errorsOf(site: Site, method: string, path: string, data?: unknown): Promise<readonly string[]> {
  const answer = await site.ask(method, path, data)
  expect(answer.status).toBe(400)
  const errors = answer.error?.details.errors as readonly { message: string }[]
  return errors.map(({ message }) => message)
}

const CASES = DATABASES.flatMap((kind) => [true, false].map((on): [DatabaseKind, boolean] => [kind, on]))

describe.each(CASES)('required relations and files on %s, strictRelations %s', (kind, on) => {
  let site: Site
  let whole: Record<string, unknown>
  beforeAll(async () => {
    site = await openSite(kind, strict(on))
    const tag = await site.create('/api/tags', { name: 'a' })
    const any = { __type: 'api::tag.tag', documentId: tag.documentId }
    const { documentId } = tag
    whole = { cover: 1, gallery: [1, 2], author: documentId, tags: [documentId], any, many: [any] }
  })
  afterAll(() => site?.close())

  const ALL = ['cover', 'gallery', 'author', 'tags', 'any', 'many'].map((key) => `${key} must be defined.`)

  if (!on) {
    it('are not demanded', async () => {
      const page = await site.create('/api/pages', { part: {} })
      await site.entry(200, 'POST', `/api/pages/${page.documentId}/actions/publish`)
      const note = await site.create('/api/notes', whole)
      await site.update(`/api/notes/${note.documentId}`, { cover: null, author: null, tags: [] })
    })
    return
  }

  it('are demanded of what is published, not of drafts', async () => {
    const draft = await site.create('/api/pages?status=draft', { name: 'x', part: { name: 'y' } })
    const path = `/api/pages/${draft.documentId}`
    expect(await errorsOf(site, 'POST', `${path}/actions/publish`)).toEqual([...ALL, 'part.tag must be defined.'])
    expect(await errorsOf(site, 'PUT', path, { name: 'z' })).toEqual([...ALL, 'part.tag must be defined.'])
    expect(await site.ask('GET', path)).toMatchObject({ status: 404 })
    await site.update(path, { ...whole, part: null })
    expect(await errorsOf(site, 'PUT', path, { tags: [], gallery: [] })).toEqual([
      'gallery must be defined.',
      'tags must be defined.',
    ])
    await site.update(`${path}?status=draft`, { tags: [], gallery: [] })
  })

  it('must lead to a published entry in what is published', async () => {
    const { documentId: topic } = await site.create('/api/topics?status=draft', { name: 'a' })
    const story = await site.create('/api/storys?status=draft', { topics: [topic] })
    const publish = `/api/storys/${story.documentId}/actions/publish`
    expect(await errorsOf(site, 'POST', publish)).toEqual(['topics must be defined.'])
    expect(await errorsOf(site, 'POST', '/api/storys', { topics: [topic] })).toEqual(['topics must be defined.'])
    await site.entry(200, 'POST', `/api/topics/${topic}/actions/publish`)
    await site.entry(200, 'POST', publish)
  })

  it('are reported with everything else that is missing', async () => {
    const empty = { cover: null, gallery: [], author: { connect: [] }, tags: { set: [] }, part: {} }
    expect(await errorsOf(site, 'POST', '/api/pages', empty)).toEqual(['part.tag must be defined.', ...ALL])
    expect(await errorsOf(site, 'POST', '/api/notes', {})).toEqual(ALL)
    const none = { ...whole, tags: { disconnect: [] } }
    expect(await errorsOf(site, 'POST', '/api/notes', none)).toEqual(['tags must be defined.'])
  })

  it('are demanded of what has no drafts whenever it is written', async () => {
    const note = await site.create('/api/notes?populate=*', whole)
    const path = `/api/notes/${note.documentId}`
    await site.update(path, { name: 'only the name' })
    const { documentId } = note.author as Entry
    expect(await errorsOf(site, 'PUT', path, { author: { disconnect: [documentId] } })).toEqual([
      'author must be defined.',
    ])
    expect(await errorsOf(site, 'PUT', path, { cover: null, any: null, many: [] })).toEqual([
      'cover must be defined.',
      'any must be defined.',
      'many must be defined.',
    ])
    expect((await site.read(`${path}?populate=cover`)).cover).toMatchObject({ id: 1 })
  })
})

describe.each(DATABASES)('components on %s', (kind) => {
  let site: Site
  beforeAll(async () => {
    site = await openSite(kind, SPEC)
  })
  afterAll(() => site?.close())
  const items = (count: number) => Array.from({ length: count }, (_, index) => ({ text: `${index}` }))
  const zone = (count: number) => items(count).map((item) => ({ __component: 'part.item', ...item }))

  it('as many as the schema says, when they are published', async () => {
    const draft = await site.create('/api/lists?status=draft', { loose: items(1) })
    const path = `/api/lists/${draft.documentId}`
    expect(await errorsOf(site, 'POST', `${path}/actions/publish`)).toEqual([
      'one must be a `object` type, but the final value was: `null`.',
      'some field must have at least 1 items',
      'loose field must have at least 2 items',
      'zone field must have at least 1 items',
    ])
    await site.update(`${path}?status=draft`, { one: { text: 'a' }, some: items(3), loose: [], zone: zone(3) })
    expect(await errorsOf(site, 'POST', `${path}/actions/publish`)).toEqual([
      'some field must have less than or equal to 2 items',
      'zone field must have less than or equal to 2 items',
    ])
    await site.update(path, { some: items(2), zone: zone(2) })
    expect(await errorsOf(site, 'PUT', path, { some: [], zone: [] })).toHaveLength(2)
  })

  it('with an id that the entry does not have are new ones, and must be whole', async () => {
    const plain = await site.create('/api/plains?populate=items', { items: items(1) })
    const other = await site.create('/api/plains?populate=items', { items: items(1) })
    const path = `/api/plains/${plain.documentId}`
    const [own, strange] = [plain, other].map((entry) => (entry.items as readonly Entry[])[0]?.id)
    await site.update(path, { items: [{ id: own }] })
    expect(await errorsOf(site, 'PUT', path, { items: [{ id: own }, { id: strange }, { id: own }] })).toEqual([
      'items[1].text must be a `string` type, but the final value was: `null`.',
      'items[2].text must be a `string` type, but the final value was: `null`.',
    ])
    expect(await errorsOf(site, 'PUT', path, { items: [{ id: own, inner: { id: 9 } }] })).toEqual([
      'items[0].inner.text must be a `string` type, but the final value was: `null`.',
    ])
    const kept = await site.read(`${path}?populate=items`)
    expect(kept.items).toMatchObject([{ id: own, text: '0' }])
    await site.update(path, { items: [{ id: strange, text: 'mine now' }] })
    expect((await site.read(`/api/plains/${other.documentId}?populate=items`)).items).toMatchObject([{ text: '0' }])
  })
})
