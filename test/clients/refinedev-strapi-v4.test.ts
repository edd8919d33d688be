/** The data provider of refine, which takes flat answers and wrapped ones alike. */

import { axiosInstance, DataProvider } from '@refinedev/strapi-v4'
import { describeReads, type Entry, FORBIDDEN, NOT_FOUND, type ReaderSpec } from './reads.ts'
import { describeWrites, NO_TITLE } from './writes.ts'

type Headers = Readonly<Record<string, string>>

/** Refine hands over an axios instance of its own for headers; `params` are sent with every request. */
function providerOf(url: string, token: string | null, headers: Headers = {}, params: Headers = {}) {
  const authorization: Headers = token === null ? {} : { Authorization: `Bearer ${token}` }
  return DataProvider(url, axiosInstance.create({ headers: { ...headers, ...authorization }, params }))
}

/** Refusals are rejected, with the response in them. */
function present(error: unknown): unknown {
  return (error as { readonly response?: { readonly data: unknown } }).response?.data ?? error
}

interface Article {
  readonly author: { readonly avatar: { readonly url: string } }
}

const readerOf =
  (headers: Headers): ReaderSpec['connect'] =>
  (url, token) => {
    const provider = providerOf(url, token, headers)
    const previews = providerOf(url, token, headers, { status: 'draft' })
    const all = { resource: 'articles', pagination: { pageSize: 100 } }
    return {
      page: async (currentPage, pageSize) => {
        const sorters = [{ field: 'title', order: 'asc' } as const]
        const pagination = { currentPage, pageSize }
        const { data, total } = await provider.getList<Entry>({ resource: 'articles', pagination, sorters })
        return { entries: data, total }
      },
      byTitle: async (value) => {
        const filters = [{ field: 'title', operator: 'eq', value } as const]
        return (await provider.getList<Entry>({ ...all, filters })).data
      },
      byAuthor: async (value) => {
        const filters = [{ field: 'author.name', operator: 'eq', value } as const]
        return (await provider.getList<Entry>({ ...all, filters })).data
      },
      avatarOf: async (id) => {
        const meta = { populate: ['author', 'author.avatar'] }
        return (await provider.getOne<Entry & Article>({ resource: 'articles', id, meta })).data.author.avatar.url
      },
      one: async (id) => (await provider.getOne<Entry>({ resource: 'articles', id })).data,
      // The parameter of Strapi 4 for drafts is ignored.
      drafts: async () => (await previews.getList<Entry>({ ...all, meta: { publicationState: 'preview' } })).data,
      memos: async () => (await provider.getList<Entry>({ resource: 'memos' })).data,
    }
  }

const refusals = { missing: NOT_FOUND, forbidden: FORBIDDEN, present }
const wrapped = { 'Strapi-Response-Format': 'v4' }
describeReads({ name: '@refinedev/strapi-v4', connect: readerOf({}), ...refusals })
describeReads({ name: '@refinedev/strapi-v4, wrapped,', connect: readerOf(wrapped), ...refusals })

describeWrites({
  name: '@refinedev/strapi-v4',
  connect: (url, token) => {
    const provider = providerOf(url, token)
    return {
      create: (resource, variables) => provider.create({ resource, variables }),
      update: (resource, id, variables) => provider.update({ resource, id, variables }),
      delete: (resource, id) => provider.deleteOne({ resource, id }),
    }
  },
  // A form shows these beside its fields.
  invalid: { statusCode: 400, message: NO_TITLE, errors: { title: [NO_TITLE] } },
  forbidden: { statusCode: 403, message: 'Forbidden', errors: {} },
})
