/** A caller may write drafts without being allowed to see them: what responses and the description of the API show them. */

import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { hashToken } from '../../src/auth/api-token.ts'
import type { Description } from '../../src/explorer/description.ts'
import type { OpenApiDocument } from '../../src/openapi/document.ts'
import { DATABASES, type Entry, openSite, type Site } from './site.ts'

const TYPES = {
  article: {
    draftAndPublish: true,
    attributes: {
      title: { type: 'string' },
      secret: { type: 'string' },
      code: { type: 'string', minLength: 9 },
      author: { type: 'relation', relation: 'manyToOne', target: 'api::author.author' },
    },
  },
  author: { draftAndPublish: true, attributes: { name: { type: 'string' } } },
  shelf: {
    attributes: {
      name: { type: 'string' },
      articles: { type: 'relation', relation: 'oneToMany', target: 'api::article.article' },
    },
  },
}

const WRITES = ['find', 'findOne', 'create', 'update', 'delete'].flatMap((action) =>
  Object.keys(TYPES).map((name) => `api::${name}.${name}.${action}`),
)

const SALT = 'salt'

describe.each(DATABASES)('on %s', (kind) => {
  let site: Site

  beforeAll(async () => {
    const config = { api: { rest: { drafts: 'granted' } }, admin: { apiToken: { salt: SALT } } }
    site = await openSite(kind, { types: TYPES, permissions: WRITES, config })
    const token = (name: string, type: string) =>
      site.sql(
        `insert into strapi_api_tokens (name, type, access_key) values ('${name}', '${type}', '${hashToken(name, SALT)}')`,
      )
    await token('all', 'full-access')
    await token('reads', 'read-only')
    await token('granted', 'custom')
    for (const action of ['api::article.article.find', 'api::article.article.findDrafts', 'api::author.author.find']) {
      await site.sql(`insert into strapi_api_token_permissions (action) values ('${action}')`)
      await site.sql(
        `insert into strapi_api_token_permissions_token_lnk (api_token_permission_id, api_token_id) select max(p.id), max(t.id) from strapi_api_token_permissions p cross join strapi_api_tokens t`,
      )
    }
  })
  afterAll(() => site.close())

  const as = async (name: string, path: string) => {
    const response = await site.lectern.fetch(path, { headers: { authorization: `Bearer ${name}` } })
    return { status: response.status, body: (await response.json()) as { data: readonly Entry[] } }
  }

  it('the response to a draft names it, and shows nothing of it', async () => {
    const created = await site.create('/api/articles?status=draft&populate=*', { title: 'mine', secret: 'typed' })
    expect(Object.keys(created)).toEqual(['id', 'documentId'])
    const path = `/api/articles/${created.documentId}`
    expect(await site.update(`${path}?status=draft&fields=secret`, { title: 'changed' })).toEqual(created)
    const filtered = await site.update(`${path}?status=draft&filters[secret]=guess`, {})
    expect(filtered).toEqual(created)
    const { body } = await as('all', '/api/articles?status=draft&filters[title]=changed')
    expect(body.data).toMatchObject([{ documentId: created.documentId, secret: 'typed' }])
  })

  it('a draft that cannot be published is refused without its values', async () => {
    const { documentId } = await site.create('/api/articles?status=draft', { title: 'later', code: 'hush' })
    const path = `/api/articles/${documentId}/actions/publish`
    const { status, error, text } = await site.ask('POST', path)
    expect([status, error?.message]).toEqual([400, expect.stringContaining('code must be at least 9 characters')])
    expect(text).not.toContain('hush')
    const whole = await site.lectern.fetch(path, { method: 'POST', headers: { authorization: 'Bearer all' } })
    expect([whole.status, await whole.text()]).toEqual([400, expect.stringContaining('"value":"hush"')])
  })

  it('so do unpublish and discard; publishing shows what is published', async () => {
    const created = await site.create('/api/articles', { title: 'out' })
    expect(created).toMatchObject({ title: 'out' })
    const path = `/api/articles/${created.documentId}`
    const named = await site.update(`${path}?status=draft`, { title: 'draft' })
    expect(named).toEqual({ id: named.id, documentId: created.documentId })
    expect(await site.entry(200, 'POST', `${path}/actions/discard?populate=*`)).toEqual(named)
    expect(await site.entry(200, 'POST', `${path}/actions/unpublish`)).toEqual(named)
    expect(await site.entry(200, 'POST', `${path}/actions/publish`)).toMatchObject({ title: 'out' })
  })

  it('a type without drafts shows what it has, and of what is nested, what is published', async () => {
    const draft = await site.create('/api/articles?status=draft', { title: 'unseen' })
    const shown = await site.create('/api/articles', { title: 'seen' })
    const shelf = await site.create('/api/shelfs?status=draft&populate=*', {
      name: 'first',
      articles: [draft.documentId, shown.documentId],
    })
    expect(shelf).toMatchObject({ name: 'first' })
    expect(JSON.stringify(shelf)).not.toContain('unseen')
  })

  it('who is granted drafts of one type sees no drafts of another through it', async () => {
    const author = await site.create('/api/authors?status=draft', { name: 'Nobody yet' })
    const article = await site.create('/api/articles?status=draft', { title: 'by nobody', author: author.documentId })
    const url = `/api/articles?status=draft&populate=author&filters[title]=by nobody`
    expect((await as('all', url)).body.data).toMatchObject([{ author: { name: 'Nobody yet' } }])
    const granted = await as('granted', url)
    expect(granted).toMatchObject({ status: 200, body: { data: [{ documentId: article.documentId, author: null }] } })
    const through = (await as('granted', '/api/articles?status=draft&filters[author][name]=Nobody yet')).body.data
    expect(through).toEqual([])
    expect((await as('granted', '/api/authors?status=draft')).status).toBe(403)
  })

  it('a draft that is named by its id is linked, or refused without its documentId', async () => {
    const draft = await site.create('/api/articles?status=draft', { title: 'unseen' })
    const { status, error, text } = await site.ask('POST', '/api/shelfs', {
      name: 'third',
      articles: [{ id: draft.id, status: 'published' }],
    })
    expect([status, error?.details.hint]).toEqual([400, expect.stringContaining('has no such version: write it first')])
    expect(text).not.toContain(draft.documentId)
  })

  it('a place beside a draft that is not linked is refused without the ids of either', async () => {
    const drafts = ['one', 'two'].map((title) => site.create('/api/articles?status=draft', { title }))
    const [one, two] = await Promise.all(drafts)
    const connect = (entry: object, before: unknown) =>
      site.ask('POST', '/api/shelfs', { name: 'fourth', articles: { connect: [{ ...entry, position: { before } }] } })
    const named = await connect({ documentId: one?.documentId }, two?.documentId)
    expect([named.status, named.error?.message]).toEqual([
      400,
      `There was a problem connecting relation with documentId ${one?.documentId} at position {"before":"${two?.documentId}"}. The relation with documentId ${two?.documentId} needs to be connected first.`,
    ])
    const byId = await connect({ id: one?.id }, two?.id)
    expect(byId.error?.message).toBe(
      `There was a problem connecting relation with id ${one?.id} at position {"before":${two?.id}}. The relation with id ${two?.id} needs to be connected first.`,
    )
  })

  it.each([
    ['all', 200],
    ['granted', 200],
    ['reads', 403],
  ])('a token that is %s: %i', async (name, status) => {
    expect((await as(name, '/api/articles?status=draft')).status).toBe(status)
    expect((await as(name, '/api/articles')).status).toBe(200)
  })

  it('a right that is granted or taken away counts from the next request on', async () => {
    expect((await site.ask('GET', '/api/articles?status=draft')).status).toBe(403)
    await site.sql("insert into up_permissions (action) values ('api::article.article.findDrafts')")
    await site.sql(
      "insert into up_permissions_role_lnk (permission_id, role_id) select max(p.id), max(r.id) from up_permissions p cross join up_roles r where r.type = 'public'",
    )
    expect((await site.ask('GET', '/api/articles?status=draft')).status).toBe(200)
    expect(await site.create('/api/articles?status=draft', { title: 'visible' })).toMatchObject({ title: 'visible' })
    await site.sql(
      "delete from up_permissions_role_lnk where permission_id in (select id from up_permissions where action like '%findDrafts')",
    )
    expect((await site.ask('GET', '/api/articles?status=draft')).status).toBe(403)
  })

  it('the explorer and the description of the API offer drafts to callers who may see them', async () => {
    const ask = async <Body>(path: string, name: string | null) => {
      const headers: Record<string, string> = name === null ? {} : { authorization: `Bearer ${name}` }
      return (await (await site.lectern.fetch(path, { headers })).json()) as Body
    }
    const findsDrafts = async (name: string | null) => {
      const { types } = await ask<Description>('/_explorer/schema.json', name)
      return types.filter((type) => type.findsDrafts).map(({ uid }) => uid)
    }
    expect(await findsDrafts(null)).toEqual([])
    expect(await findsDrafts('granted')).toEqual(['api::article.article'])
    expect(await findsDrafts('all')).toEqual(['api::article.article', 'api::author.author'])
    const explained = await site.lectern.fetch('/_explorer/explain/api/articles?status=draft')
    expect(explained.status).toBe(403)

    const offers = async (name: string | null, path: string) => {
      const { paths } = await ask<OpenApiDocument>('/_openapi.json', name)
      const named = JSON.stringify(paths[path]?.get?.parameters ?? []).match(/parameters\/(status|publicationFilter)/g)
      return (named ?? []).map((text) => text.slice('parameters/'.length))
    }
    expect(await offers(null, '/api/articles')).toEqual([])
    expect(await offers(null, '/api/shelfs')).toEqual([])
    expect(await offers('granted', '/api/articles')).toEqual(['status', 'publicationFilter'])
    expect(await offers('granted', '/api/authors')).toEqual([])
    expect(await offers('all', '/api/authors')).toEqual(['status', 'publicationFilter'])
    expect(await offers('all', '/api/shelfs')).toEqual(['status'])
  })
})
