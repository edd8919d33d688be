/** Lists of files, and the entries that they belong to, as Strapi tells them; never more than a caller may see. */

import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { hashToken } from '../../src/auth/api-token.ts'
import { keysOf } from '../../src/vocabulary/keys-of.ts'
import { PLACES } from '../migrate/places.ts'
import { AS_KEY, openSite, type Site } from './site.ts'

interface Owner {
  readonly id: number
  readonly title?: string
  readonly name?: string
  readonly __type: string
}

interface Listed {
  readonly id: number
  readonly name: string
  readonly related?: readonly Owner[]
}

interface Paged {
  readonly data: readonly Listed[]
  readonly meta: { readonly pagination: object }
}

const FILES = 30

describe.each(keysOf(PLACES))('on %s', (kind) => {
  let site: Site
  const ids: number[] = []

  const ask = async <Body>(path: string, key?: string) => {
    const headers = key === undefined ? AS_KEY : { authorization: `Bearer ${key}` }
    const response = await site.lectern.fetch(path, { headers })
    return { status: response.status, body: (await response.json()) as Body }
  }

  const create = async (path: string, data: object) => {
    const headers = { ...AS_KEY, 'content-type': 'application/json' }
    const response = await site.lectern.fetch(path, { method: 'POST', headers, body: JSON.stringify({ data }) })
    expect(response.status, await response.clone().text()).toBe(201)
  }

  /** A custom key that may do nothing but this. */
  const keyFor = async (name: string, actions: readonly string[]) => {
    const { place } = site
    const hash = hashToken(name, 'salt')
    await place.sql(`insert into strapi_api_tokens (name, type, access_key) values ('${name}', 'custom', '${hash}')`)
    for (const action of actions) {
      await place.sql(`insert into strapi_api_token_permissions (action) values ('${action}')`)
      await place.sql(
        `insert into strapi_api_token_permissions_token_lnk (api_token_permission_id, api_token_id) select max(p.id), max(t.id) from strapi_api_token_permissions p cross join strapi_api_tokens t`,
      )
    }
    return name
  }

  beforeAll(async () => {
    site = await openSite(
      kind,
      {},
      {
        draftAndPublish: true,
        types: {
          article: {
            title: { type: 'string' },
            cover: { type: 'media', multiple: false },
            hidden: { type: 'media', private: true },
          },
          person: { name: { type: 'string' }, photo: { type: 'media', multiple: false } },
        },
      },
    )
    for (let index = 0; index < FILES; index += 1) ids.push((await site.one(`file-${index}.txt`, 'x')).id)
    const [first, second] = ids
    await create('/api/articles', { title: 'published', cover: first })
    await create('/api/articles?status=draft', { title: 'draft', cover: first })
    await create('/api/articles', { title: 'in private', hidden: first })
    await create('/api/persons', { name: 'Ada', photo: first })
    await create('/api/persons', { name: 'Bob', photo: second })
  })
  afterAll(() => site.place.remove())

  const owners = ({ related = [] }: Listed) => related.map(({ title, name, __type }) => [__type, title ?? name])

  describe('one file', () => {
    it('is shown with the fields that are named', async () => {
      const { body } = await ask<Listed>(`/api/upload/files/${ids[0]}?fields=name`)
      expect(Object.keys(body)).toEqual(['id', 'documentId', 'name', 'isUrlSigned'])
    })

    it.each([
      ['filters[id][$ne]=0', 200],
      ['filters[name]=nothing', 404],
      ['filters[id]=0', 404],
      ['_q=nothing-like-it', 404],
      ['filters[nothing]=1', 400],
      ['filters[folder][id]=1', 400],
      ['fields=nothing', 400],
      ['sort=nothing', 400],
    ])('?%s: %i', async (query, status) => {
      expect((await ask(`/api/upload/files/${ids[0]}?${query}`)).status).toBe(status)
    })
  })

  describe('related', () => {
    it.each(['populate=*', 'populate=related', 'populate[related]=true'])('%s', async (populate) => {
      const { status, body } = await ask<Listed>(`/api/upload/files/${ids[0]}?${populate}`)
      expect(status).toBe(200)
      expect(owners(body)).toEqual([
        ['api::article.article', 'published'],
        ['api::person.person', 'Ada'],
      ])
      const [inList] = (await ask<readonly Listed[]>(`/api/upload/files?${populate}`)).body
      expect(inList).toEqual(body)
      const [inPage] = (await ask<Paged>(`/api/upload/files/page?${populate}`)).body.data
      expect(inPage).toEqual(body)
    })

    it('is not there unless it is populated', async () => {
      expect((await ask<Listed>(`/api/upload/files/${ids[0]}`)).body).not.toHaveProperty('related')
    })

    it('has drafts with status=draft', async () => {
      const { body } = await ask<Listed>(`/api/upload/files/${ids[0]}?populate=*&status=draft`)
      expect(owners(body)).toEqual([
        ['api::article.article', 'published'],
        ['api::article.article', 'draft'],
        ['api::person.person', 'Ada'],
      ])
    })

    it('leaves out types that the caller may not find', async () => {
      const finding = ['find', 'findOne', 'findPage'].map((action) => `plugin::upload.content-api.${action}`)
      const some = await keyFor('some', [...finding, 'api::person.person.find'])
      const none = await keyFor('none', finding)
      for (const path of [`/api/upload/files/${ids[0]}`, '/api/upload/files', '/api/upload/files/page']) {
        const first = async (key: string) => {
          const { body } = await ask<Listed | readonly Listed[] | Paged>(`${path}?populate=*`, key)
          return Array.isArray(body)
            ? (body[0] as Listed)
            : 'data' in body
              ? (body.data[0] as Listed)
              : (body as Listed)
        }
        expect(owners(await first(some)), path).toEqual([['api::person.person', 'Ada']])
        expect(await first(none), path).not.toHaveProperty('related')
      }
    })
  })

  it('the bare list has every file, however many', async () => {
    const { body } = await ask<readonly Listed[]>('/api/upload/files?fields=name')
    expect(body.map(({ id }) => id)).toEqual(ids)
    const { body: paged } = await ask<readonly Listed[]>('/api/upload/files?fields=name&pagination[pageSize]=1000')
    expect(paged).toEqual(body)
  })

  describe('by pages', () => {
    it.each([
      ['', 0, 25, { page: 1, pageSize: 25, pageCount: 2, total: FILES }],
      ['pagination[page]=3&pagination[pageSize]=4', 8, 4, { page: 3, pageSize: 4, pageCount: 8, total: FILES }],
      ['pagination[start]=28&pagination[limit]=4', 28, 2, { start: 28, limit: 4, total: FILES }],
      ['pagination[pageSize]=1000', 0, FILES, { page: 1, pageSize: 100, pageCount: 1, total: FILES }],
      ['pagination[page]=9', 0, 0, { page: 9, pageSize: 25, pageCount: 2, total: FILES }],
      ['pagination[withCount]=false&pagination[pageSize]=1', 0, 1, { page: 1, pageSize: 1 }],
      ['start=3&limit=1', 0, 25, { page: 1, pageSize: 25, pageCount: 2, total: FILES }],
    ])('%s', async (query, start, length, pagination) => {
      const { status, body } = await ask<Paged>(`/api/upload/files/page?${query}`)
      expect(status).toBe(200)
      expect(body.data.map(({ id }) => id)).toEqual(ids.slice(start, start + length))
      expect(body.meta).toEqual({ pagination })
    })

    it('with filters and sort', async () => {
      const query = 'filters[name][$contains]=-2&sort=name:desc&fields=name&pagination[pageSize]=2'
      const { body } = await ask<Paged>(`/api/upload/files/page?${query}`)
      expect(body.data.map(({ name }) => name)).toEqual(['file-29.txt', 'file-28.txt'])
      expect(Object.keys(body.data[0] ?? {})).toEqual(['id', 'documentId', 'name', 'isUrlSigned'])
      expect(body.meta.pagination).toEqual({ page: 1, pageSize: 2, pageCount: 6, total: 11 })
    })

    it.each([
      ['page=1', 'PaginationError'],
      ['pagination[page]=1&pagination[start]=1', 'PaginationError'],
      ['pagination[pageSize]=abc', 'ValidationError'],
      ['sort=nope', 'ValidationError'],
      ['filters[folderPath]=/', 'ValidationError'],
    ])('refuses %s', async (query, name) => {
      expect(await ask(`/api/upload/files/page?${query}`)).toMatchObject({ status: 400, body: { error: { name } } })
    })

    it('with its own permission, in any case, and only by GET', async () => {
      const key = await keyFor('lists', ['plugin::upload.content-api.find', 'plugin::upload.content-api.findOne'])
      expect((await ask('/api/upload/files/page', key)).status).toBe(403)
      expect((await ask('/api/upload/files', key)).status).toBe(200)
      expect((await ask('/api/upload/files/Page/')).status).toBe(200)
      const response = await site.lectern.fetch('/api/upload/files/page', { method: 'DELETE', headers: AS_KEY })
      expect(response.status).toBe(405)
    })
  })
})
