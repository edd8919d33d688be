/** The community's SDK, on axios. Refusals are rejected as they came. */

import sdk from 'strapi-sdk-js'
import { describeReads, type Entry, FORBIDDEN, NOT_FOUND } from './reads.ts'
import { describeWrites, INVALID } from './writes.ts'

/** Its types describe what CommonJS gets. */
const Strapi = sdk as unknown as typeof sdk.default

/** It keeps tokens in browsers alone; elsewhere they are a header. */
function clientOf(url: string, token: string | null) {
  const headers: Record<string, string> = token === null ? {} : { Authorization: `Bearer ${token}` }
  return new Strapi({ url: new URL(url).origin, axiosOptions: { headers } })
}

interface Author {
  readonly author: { readonly avatar: { readonly url: string } }
}

interface List {
  readonly data: readonly Entry[]
  readonly meta: { readonly pagination: { readonly total: number } }
}

describeReads({
  name: 'strapi-sdk-js',
  connect: (url, token) => {
    const client = clientOf(url, token)
    const all = { pagination: { page: 1, pageSize: 100 } }
    const find = async (params: object, path = 'articles') => (await client.find(path, params)) as unknown as List
    return {
      page: async (page, pageSize) => {
        const { data, meta } = await find({ sort: ['title:asc'], pagination: { page, pageSize } })
        return { entries: data, total: meta.pagination.total }
      },
      byTitle: async (title) => (await find({ ...all, filters: { title: { $eq: title } } })).data,
      byAuthor: async (name) => (await find({ ...all, filters: { author: { name } } })).data,
      avatarOf: async (documentId) => {
        const populate = { author: { populate: { avatar: { fields: ['url'] } } } }
        const { data } = await client.findOne<Author>('articles', documentId, { populate })
        return data.author.avatar.url
      },
      one: async (documentId) => (await client.findOne<Entry>('articles', documentId)).data,
      drafts: async () => (await find({ ...all, status: 'draft' })).data,
      memos: async () => (await find({}, 'memos')).data,
    }
  },
  missing: NOT_FOUND,
  forbidden: FORBIDDEN,
})

describeWrites({
  name: 'strapi-sdk-js',
  connect: (url, token) => {
    const client = clientOf(url, token)
    return {
      create: (path, data) => client.create(path, data),
      update: (path, documentId, data) => client.update(path, documentId, data),
      delete: (path, documentId) => client.delete(path, documentId),
    }
  },
  invalid: INVALID,
  forbidden: FORBIDDEN,
})
