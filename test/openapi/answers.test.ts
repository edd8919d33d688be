/** Responses of the server match its OpenAPI description, without additional members. */

import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { OpenApiDocument } from '../../src/index.ts'
import { EXTENSION_NAMES } from '../../src/vocabulary/extensions.ts'
import { type Opened, openMagazineOn } from '../extensions/open-on.ts'
import { newSite } from '../people/site.ts'
import { AS_FULL_ACCESS, AS_USER, type Magazine, openMagazine } from '../support/magazine.ts'
import { openSite, type Site } from '../writes/site.ts'
import { answerPointer, pointer, type Shapes, shapesOf } from './validate.ts'

let magazine: Magazine
const shapes = new Map<object, Shapes>()

beforeAll(async () => {
  magazine = await openMagazine()
})
afterAll(() => magazine.close())

/** By what the same caller is told. */
async function shapesFor(headers: Readonly<Record<string, string>>): Promise<Shapes> {
  const known = shapes.get(headers)
  if (known !== undefined) return known
  const document = JSON.parse(await magazine.text('/_openapi.json', headers)) as OpenApiDocument
  const made = shapesOf(document, { sealed: true })
  shapes.set(headers, made)
  return made
}

const PUBLIC = {}

async function expectDescribed(path: string, url: string, headers: Readonly<Record<string, string>>): Promise<unknown> {
  const response = await magazine.lectern.fetch(url, { headers })
  const body: unknown = await response.json()
  expect({ url, status: response.status }).toEqual({ url, status: 200 })
  const { faults } = await shapesFor(headers)
  expect(faults(answerPointer(path), body), url).toEqual([])
  return body
}

const TYPES = ['articles', 'authors', 'categories', 'comments', 'press-releases', 'reviews', 'tags']

describe('lists', () => {
  it.each(TYPES)('of %s, plain and populated', async (name) => {
    const path = `/api/${name}`
    for (const query of [
      '',
      '?populate=*',
      '?populate=*&status=draft&locale=*',
      '?pagination[start]=2&pagination[limit]=3',
    ]) {
      await expectDescribed(path, `${path}${query}`, AS_FULL_ACCESS)
    }
  })

  it('to those who may see less', async () => {
    for (const headers of [PUBLIC, AS_USER]) await expectDescribed('/api/articles', '/api/articles?populate=*', headers)
  })

  it.each([
    'fields=title',
    'pagination[withCount]=false',
    'populate[reviews][count]=true&populate[author][count]=true',
    'populate[sections][populate]=*&pagination[pageSize]=100',
    'populate[sections][on][blocks.quote][populate][by][populate]=*&pagination[pageSize]=100',
    'populate[seo][populate]=*&populate[localizations]=true&populate[gallery]=true&pagination[pageSize]=100',
    'populate[author][populate][articles][populate]=*',
    'populate[cover][populate][related]=true&pagination[pageSize]=100',
  ])('of articles with %s', async (query) => {
    await expectDescribed('/api/articles', `/api/articles?${query}`, AS_FULL_ACCESS)
  })
})

describe('with extensions', () => {
  let extended: Opened
  let described: Shapes
  beforeAll(async () => {
    extended = await openMagazineOn('SQLite', { extensions: EXTENSION_NAMES })
    const response = await extended.lectern.fetch('/_openapi.json', { headers: AS_FULL_ACCESS })
    described = shapesOf((await response.json()) as OpenApiDocument, { sealed: true })
  })
  afterAll(() => extended?.close())

  it.each([
    ['/api/articles', 'pagination[withCount][by]=format&pagination[withCount][byOthers]=categories.slug'],
    ['/api/articles', 'pagination[start][after]=&pagination[withCount]=capped'],
    ['/api/articles', 'populate[reviews][pagination][withCount]=true'],
    ['/api/articles/actions/aggregate', 'by=format,publishDay:month&avg=rating&min=title&countDistinct=author.id'],
    ['/api/articles/actions/aggregate', 'sum=views&pagination[start]=0'],
    // Lists as the description writes them: a parameter for each value.
    ['/api/articles', 'sort=title&sort=id&fields=title&fields=slug&populate=author&populate=cover'],
    [
      '/api/articles/actions/aggregate',
      'by=format&by=publishDay:month&sum=views&sum=rating&sort=count:desc&sort=format',
    ],
  ])('%s?%s', async (path, query) => {
    const response = await extended.lectern.fetch(`${path}?${query}`, { headers: AS_FULL_ACCESS })
    const body: unknown = await response.json()
    expect({ status: response.status, faults: described.faults(answerPointer(path), body) }).toEqual({
      status: 200,
      faults: [],
    })
  })

  it('groups that are not as described are a fault', () => {
    const at = answerPointer('/api/articles/actions/aggregate')
    const meta = { pagination: { page: 1, pageSize: 25, pageCount: 1, total: 1 } }
    expect(described.faults(at, { data: [{ count: 1 }], meta })).toEqual([])
    expect(described.faults(at, { data: [{ count: 'x' }], meta })).not.toEqual([])
    expect(described.faults(at, { data: [{ median: 1 }], meta })).not.toEqual([])
  })
})

describe('single entries', () => {
  it('of a collection', async () => {
    const { documentId } = await magazine.first('/api/articles')
    await expectDescribed('/api/articles/{documentId}', `/api/articles/${documentId}?populate=*`, PUBLIC)
  })

  it('of a single type', async () => {
    await expectDescribed('/api/homepage', '/api/homepage?populate=*', AS_FULL_ACCESS)
  })
})

describe('the other paths', () => {
  it.each([
    ['/api/i18n/locales', '/api/i18n/locales'],
    ['/api/upload/files', '/api/upload/files'],
    ['/api/upload/files', '/api/upload/files?populate=*&limit=2'],
    ['/api/upload/files/page', '/api/upload/files/page?populate=*&pagination[pageSize]=2'],
    ['/api/upload/files/{id}', '/api/upload/files/1'],
    ['/api/upload/files/{id}', '/api/upload/files/1?populate=*'],
  ])('%s', async (path, url) => {
    await expectDescribed(path, url, AS_FULL_ACCESS)
  })

  /** Schema files may have keys that no description has. */
  it.each([
    ['/api/content-type-builder/content-types', '/api/content-type-builder/content-types'],
    ['/api/content-type-builder/content-types/{uid}', '/api/content-type-builder/content-types/api::article.article'],
    ['/api/content-type-builder/components', '/api/content-type-builder/components'],
    ['/api/content-type-builder/components/{uid}', '/api/content-type-builder/components/shared.seo'],
  ])('%s', async (path, url) => {
    const document = JSON.parse(await magazine.text('/_openapi.json', AS_FULL_ACCESS)) as OpenApiDocument
    const body: unknown = JSON.parse(await magazine.text(url, AS_FULL_ACCESS))
    expect(shapesOf(document, { sealed: false }).faults(answerPointer(path), body), url).toEqual([])
  })

  it('refusals', async () => {
    const { faults } = await shapesFor(AS_FULL_ACCESS)
    for (const url of [
      '/api/articles?sort=nope',
      '/api/nope',
      '/api/articles/nope',
      '/api/articles?pagination[page]=x',
    ]) {
      const body = JSON.parse(await magazine.text(url, AS_FULL_ACCESS))
      expect(faults(pointer('components', 'schemas', 'Error'), body), url).toEqual([])
    }
  })
})

it('an answer that is not as described is a fault', async () => {
  const { faults } = await shapesFor(AS_FULL_ACCESS)
  const body = await magazine.body('/api/articles?populate=*', AS_FULL_ACCESS)
  const [first] = body.data
  const changed = (more: object) => faults(answerPointer('/api/articles'), { ...body, data: [{ ...first, ...more }] })
  expect(changed({})).toEqual([])
  for (const wrong of [
    { unknown: 1 },
    { title: 5 },
    { id: null },
    { format: 'poem' },
    { eventAt: 'soon' },
    { author: {} },
  ]) {
    expect(changed(wrong), JSON.stringify(wrong)).not.toEqual([])
  }
  expect(changed({ sections: [{ id: 1, __component: 'shared.seo' }] })).not.toEqual([])
})

describe('writes', () => {
  let site: Site
  let described: Shapes
  beforeAll(async () => {
    site = await openSite('SQLite', {
      files: 2,
      types: {
        author: { attributes: { name: { type: 'string', required: true }, address: { type: 'email' } } },
        article: {
          draftAndPublish: true,
          localized: true,
          attributes: {
            title: { type: 'string', required: true },
            authors: { type: 'relation', relation: 'manyToMany', target: 'api::author.author' },
            owner: { type: 'relation', relation: 'morphToOne' },
            cover: { type: 'media' },
            gallery: { type: 'media', multiple: true },
            zone: { type: 'dynamiczone', components: ['shared.part'] },
            parts: { type: 'component', component: 'shared.part', repeatable: true },
          },
        },
        front: { attributes: { title: { type: 'string' } }, single: true },
      },
      components: { 'shared.part': { label: { type: 'string' } } },
    })
    await site.sql('update files set created_at = 0, updated_at = 0')
    const response = await site.lectern.fetch('/_openapi.json')
    described = shapesOf((await response.json()) as OpenApiDocument, { sealed: true })
  })
  afterAll(() => site.close())

  it('take bodies, and give answers, as described', async () => {
    const { documentId } = await site.create('/api/authors', { name: 'Ada' })
    const owner = { __type: 'api::author.author', documentId }
    const bodies = [
      { title: 'One', authors: [documentId], owner, cover: 1, gallery: [1, 2], parts: [{ label: 'a' }] },
      { title: 'Two', authors: { connect: [{ documentId, position: { start: true } }] }, cover: null, gallery: [] },
      { title: 'Three', authors: { set: [documentId] }, zone: [{ __component: 'shared.part', label: null }] },
    ]
    const body = pointer('paths', '/api/articles', 'post', 'requestBody', 'content', 'application/json', 'schema')
    for (const data of bodies) {
      expect(described.faults(body, { data }), JSON.stringify(data)).toEqual([])
      const { text } = await site.ask('POST', '/api/articles?populate=*', data)
      expect(described.faults(answerPointer('/api/articles', 'post', 201), JSON.parse(text)), text).toEqual([])
    }
    // A description of responses that allowed ASCII only would make clients refuse them.
    const author = await site.ask('POST', '/api/authors', { name: 'Bo', address: 'ö@bücher.example' })
    expect(described.faults(answerPointer('/api/authors', 'post', 201), JSON.parse(author.text))).toEqual([])
    const single = await site.ask('PUT', '/api/front', { title: 'Hello' })
    expect(described.faults(answerPointer('/api/front', 'put'), JSON.parse(single.text))).toEqual([])
  })

  it('a body that is refused is not as described', async () => {
    const refused = [
      { title: 5 },
      { title: 'x', parts: {} },
      { title: 'x', zone: [{ __component: 'no.part' }] },
      { nope: 1 },
    ]
    const body = pointer('paths', '/api/articles', 'post', 'requestBody', 'content', 'application/json', 'schema')
    for (const data of refused) {
      expect((await site.ask('POST', '/api/articles', data)).status, JSON.stringify(data)).toBe(400)
      expect(described.faults(body, { data }), JSON.stringify(data)).not.toEqual([])
    }
    const author = pointer('paths', '/api/authors', 'post', 'requestBody', 'content', 'application/json', 'schema')
    expect(described.faults(author, { data: {} })).not.toEqual([])
  })
})

describe('users', () => {
  const site = newSite()
  afterAll(() => site.remove())

  it('log in, and are told who they are, as described', async () => {
    const lectern = await site.serve()
    await site.lectern(['user', 'create', '--email', 'ada@example.com', '--password', 'a long password'])
    await site.lectern(['role', 'allow', 'public', 'plugin::users-permissions.auth.callback'])
    await site.lectern(['role', 'allow', 'authenticated', 'plugin::users-permissions.user.me'])
    const ask = async (url: string, init = {}) => (await lectern.fetch(url, init)).json() as Promise<object>
    const login = (await ask('/api/auth/local', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ identifier: 'ada@example.com', password: 'a long password' }),
    })) as { readonly jwt: string }
    const toEverybody = shapesOf((await ask('/_openapi.json')) as OpenApiDocument, { sealed: true })
    expect(toEverybody.faults(answerPointer('/api/auth/local', 'post'), login)).toEqual([])
    const headers = { authorization: `Bearer ${login.jwt}` }
    const toUser = shapesOf((await ask('/_openapi.json', { headers })) as OpenApiDocument, { sealed: true })
    const me = await ask('/api/users/me', { headers })
    expect(me).toMatchObject({ email: 'ada@example.com' })
    expect(toUser.faults(answerPointer('/api/users/me'), me)).toEqual([])
  })
})
