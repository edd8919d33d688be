/** Schema discovery: what generators and loaders ask for, behind the permissions of Strapi. */

import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Lectern } from '../../src/index.ts'
import { newSite } from '../people/site.ts'
import { AS_FULL_ACCESS, type Magazine, openMagazine } from '../support/magazine.ts'
import { makeProject } from '../support/make-project.ts'

type Json = Readonly<Record<string, unknown>>

interface Told {
  readonly uid: string
  readonly plugin?: string
  readonly schema: Json & { readonly attributes: Readonly<Record<string, Json>> }
}

const BASE = '/api/content-type-builder'

let magazine: Magazine
beforeAll(async () => {
  magazine = await openMagazine()
})
afterAll(() => magazine.close())

const data = async <T>(path: string) =>
  (JSON.parse(await magazine.text(`${BASE}${path}`, AS_FULL_ACCESS)) as { readonly data: T }).data

describe('content types', () => {
  it('are all there, with their schema', async () => {
    const types = await data<readonly Told[]>('/content-types')
    const byUid = new Map(types.map((type) => [type.uid, type]))
    expect(byUid.get('api::article.article')).toMatchObject({
      apiID: 'article',
      schema: {
        draftAndPublish: true,
        displayName: 'article',
        singularName: 'article',
        pluralName: 'articles',
        description: '',
        pluginOptions: { i18n: { localized: true } },
        kind: 'collectionType',
        collectionName: 'articles',
        visible: true,
        restrictRelationsTo: null,
      },
    })
    expect(byUid.get('api::article.article')).not.toHaveProperty('plugin')
    expect(byUid.get('api::homepage.homepage')?.schema.kind).toBe('singleType')
    expect(byUid.get('plugin::upload.file')).toMatchObject({
      plugin: 'upload',
      schema: { visible: false, restrictRelationsTo: [] },
    })
    expect(byUid.get('plugin::users-permissions.user')).toMatchObject({
      plugin: 'users-permissions',
      schema: { visible: true, restrictRelationsTo: null },
    })
    expect(byUid.get('admin::user')?.schema.restrictRelationsTo).toEqual(['oneWay', 'manyWay'])
  })

  it('have the attributes of their files, in order, and none that the server adds', async () => {
    const { schema } = await data<Told>('/content-types/api::article.article')
    expect(Object.keys(schema.attributes).slice(0, 3)).toEqual(['title', 'slug', 'summary'])
    expect(Object.keys(schema.attributes)).not.toContain('createdAt')
    expect(schema.attributes).toMatchObject({
      format: { type: 'enumeration', enum: ['news', 'essay', 'interview', 'review'] },
      author: {
        type: 'relation',
        relation: 'manyToOne',
        target: 'api::author.author',
        inversedBy: 'articles',
        targetAttribute: 'articles',
        private: false,
      },
      tags: { targetAttribute: null, required: false },
      seo: { type: 'component', component: 'shared.seo', repeatable: false },
      sections: { type: 'dynamiczone', components: ['blocks.hero', 'blocks.quote', 'blocks.gallery', 'blocks.cta'] },
      gallery: { type: 'media', multiple: true, required: false, private: false, allowedTypes: ['images', 'files'] },
      internalNotes: { type: 'text', private: true },
    })
  })

  it('can be asked for by kind', async () => {
    const uids = (await data<readonly Told[]>('/content-types?kind=singleType')).map(({ uid }) => uid)
    expect(uids).toEqual(['api::homepage.homepage'])
    expect(await magazine.refusal(`${BASE}/content-types?kind=x`, AS_FULL_ACCESS)).toMatchObject({ status: 400 })
  })

  it('custom fields go as what they are stored as', async () => {
    const colour = { type: 'customField', customField: 'plugin::color-picker.color' }
    const action = 'plugin::content-type-builder.content-types.getContentType'
    const project = await makeProject({ types: { tag: { attributes: { colour } } }, permissions: [action] })
    const response = await (await project.open()).fetch(`${BASE}/content-types/api%3A%3Atag.tag`)
    const { data } = (await response.json()) as { readonly data: Told }
    expect(data.schema.attributes.colour).toEqual({ ...colour, type: 'string' })
    await project.remove()
  })
})

describe('components', () => {
  it('are all there, with their schema', async () => {
    const components = await data<readonly Told[]>('/components')
    expect(components.map(({ uid }) => uid)).toEqual(expect.arrayContaining(['shared.seo', 'blocks.cta']))
    const seo = await data<Told>('/components/shared.seo')
    expect(seo).toMatchObject({ uid: 'shared.seo', category: 'shared', apiId: 'seo' })
    expect(components).toContainEqual(seo)
    expect(seo.schema.attributes).toHaveProperty('social')
  })
})

it('what does not exist is 404', async () => {
  for (const [path, message] of [
    ['/content-types/api::nope.nope', 'contentType.notFound'],
    ['/components/no.pe', 'component.notFound'],
  ]) {
    expect(await magazine.refusal(`${BASE}${path}`, AS_FULL_ACCESS)).toMatchObject({ status: 404, message })
  }
  for (const path of ['/nope', '/content-types/a/b', '/content-types/%FF']) {
    expect([400, 404]).toContain((await magazine.lectern.fetch(`${BASE}${path}`, { headers: AS_FULL_ACCESS })).status)
  }
})

describe('permissions', () => {
  const ACTIONS = {
    '/content-types': 'plugin::content-type-builder.content-types.getContentTypes',
    '/content-types/api::article.article': 'plugin::content-type-builder.content-types.getContentType',
    '/components': 'plugin::content-type-builder.components.getComponents',
    '/components/shared.seo': 'plugin::content-type-builder.components.getComponent',
  }

  it('every caller needs them, and the command line grants them', async () => {
    const site = newSite()
    const lectern: Lectern = await site.serve()
    await site.lectern(['role', 'allow', 'public', 'plugin::i18n.locales.listLocales'])
    const status = async (path: string) => (await lectern.fetch(`${BASE}${path}`)).status
    for (const [path, action] of Object.entries(ACTIONS)) {
      expect(await status(path), path).toBe(403)
      expect(await site.lectern(['role', 'allow', 'public', action])).toMatchObject({ code: 0 })
      expect(await status(path), path).not.toBe(403)
    }
    await site.remove()
  })
})

it('follows rest.prefix', async () => {
  const permissions = ['plugin::content-type-builder.content-types.getContentTypes']
  const project = await makeProject({ types: {}, permissions, config: { api: { rest: { prefix: '/v1' } } } })
  const lectern = await project.open()
  expect((await lectern.fetch('/v1/content-type-builder/content-types')).status).toBe(200)
  expect((await lectern.fetch('/api/content-type-builder/content-types')).status).toBe(404)
  await project.remove()
})
