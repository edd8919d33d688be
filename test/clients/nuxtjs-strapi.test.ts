/** The module for Nuxt writes query strings of its own; the rest of it is Nuxt's fetch. */

import { describe, expect, it } from 'vitest'
import { stringify } from '../../node_modules/@nuxtjs/strapi/dist/runtime/utils/stringify.js'
import { describeReads, type Entry, FORBIDDEN, NOT_FOUND } from './reads.ts'
import { serveMagazine } from './serve.ts'
import { describeWrites, INVALID } from './writes.ts'

type Params = Record<string, unknown>

interface Answer<T> {
  readonly data: T
  readonly meta: { readonly pagination: { readonly total: number } }
}

/** Rejects with the body of a refusal, as the module does. */
function clientOf(url: string, token: string | null) {
  return async <T>(method: string, path: string, params: Params = {}, data?: unknown): Promise<Answer<T>> => {
    const response = await fetch(`${url}/${path}?${stringify(params)}`, {
      method,
      headers: {
        ...(token === null ? {} : { Authorization: `Bearer ${token}` }),
        ...(data === undefined ? {} : { 'Content-Type': 'application/json' }),
      },
      ...(data === undefined ? {} : { body: JSON.stringify({ data }) }),
    })
    const text = await response.text()
    if (!response.ok) throw JSON.parse(text)
    return JSON.parse(text || 'null')
  }
}

interface Article {
  readonly author: { readonly avatar: { readonly url: string } }
}

describeReads({
  name: '@nuxtjs/strapi',
  connect: (url, token) => {
    const client = clientOf(url, token)
    const list = async (params: Params, path = 'articles') =>
      (await client<readonly Entry[]>('GET', path, { pagination: { pageSize: 100 }, ...params })).data
    return {
      page: async (page, pageSize) => {
        const params = { sort: ['title:asc'], pagination: { page, pageSize } }
        const { data, meta } = await client<readonly Entry[]>('GET', 'articles', params)
        return { entries: data, total: meta.pagination.total }
      },
      byTitle: (title) => list({ filters: { title } }),
      byAuthor: (name) => list({ filters: { $and: [{ author: { name: { $eq: name } } }] } }),
      avatarOf: async (documentId) => {
        const populate = { author: { populate: { avatar: { fields: ['url'] } } } }
        return (await client<Article>('GET', `articles/${documentId}`, { populate })).data.author.avatar.url
      },
      one: async (documentId) => (await client<Entry>('GET', `articles/${documentId}`)).data,
      drafts: () => list({ status: 'draft' }),
      memos: () => list({}, 'memos'),
    }
  },
  missing: NOT_FOUND,
  forbidden: FORBIDDEN,
})

describeWrites({
  name: '@nuxtjs/strapi',
  connect: (url, token) => {
    const client = clientOf(url, token)
    return {
      create: (path, data) => client('POST', path, {}, data),
      update: (path, documentId, data) => client('PUT', `${path}/${documentId}`, {}, data),
      delete: (path, documentId) => client('DELETE', `${path}/${documentId}`),
    }
  },
  invalid: INVALID,
  forbidden: FORBIDDEN,
})

describe('what it writes oddly', () => {
  it('empty objects leave empty pairs, which say nothing', async () => {
    const server = await serveMagazine('SQLite')
    try {
      const client = clientOf(server.url, null)
      const params = { filters: {}, populate: {}, sort: ['title'] }
      expect(stringify(params)).toBe('&&sort[0]=title')
      expect(await client('GET', 'articles', params)).toEqual(await client('GET', 'articles', { sort: 'title' }))
    } finally {
      await server.close()
    }
  })
})
