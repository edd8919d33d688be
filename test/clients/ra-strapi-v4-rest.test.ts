/**
 * A data provider of react-admin, for wrapped answers. It populates one level and replaces related entries by their
 * ids, which react-admin then asks for. Its records have the `id` of the row; one entry is asked for by `documentId`.
 */

import { type FetchJson, fetchJson, HttpError, strapiRestProvider } from './react-admin.ts'
import { describeReads, type Entry, FORBIDDEN, NOT_FOUND } from './reads.ts'
import { describeWrites, INVALID } from './writes.ts'

/** Headers and further parameters come in by the client that react-admin lets everybody replace. */
function providerOf(url: string, token: string | null, parameters = '') {
  const client: FetchJson = (address, { headers, ...options } = {}) => {
    const all = new Headers(headers ?? { Accept: 'application/json' })
    all.set('Strapi-Response-Format', 'v4')
    if (token !== null) all.set('Authorization', `Bearer ${token}`)
    return fetchJson(`${address}${parameters}`, { ...options, headers: all })
  }
  return strapiRestProvider(url, client)
}

const present = (error: unknown) => (error instanceof HttpError ? error.body : error)
const BY_ID = { field: 'id', order: 'ASC' }
const ALL = { pagination: { page: 1, perPage: 100 }, sort: BY_ID, filter: {} }

describeReads({
  name: 'ra-strapi-v4-rest',
  connect: (url, token) => {
    const provider = providerOf(url, token)
    const list = async (filter: Entry, path = 'articles') => (await provider.getList(path, { ...ALL, filter })).data
    return {
      page: async (page, perPage) => {
        const params = { pagination: { page, perPage }, sort: { field: 'title', order: 'ASC' }, filter: {} }
        const { data, total } = await provider.getList('articles', params)
        return { entries: data, total }
      },
      byTitle: (title) => list({ title }),
      byAuthor: async (name) => {
        const [author] = await list({ name }, 'authors')
        return (await provider.getManyReference('articles', { ...ALL, target: 'author', id: author?.id })).data
      },
      avatarOf: async (documentId) => {
        const { data } = await provider.getOne('articles', { id: documentId })
        const [author] = await list({ id: data.author }, 'authors')
        return (author?.avatar as Entry | undefined)?.url
      },
      one: async (id) => (await provider.getOne('articles', { id })).data,
      drafts: async () => (await providerOf(url, token, '&status=draft').getList('articles', ALL)).data,
      memos: () => list({}, 'memos'),
    }
  },
  missing: NOT_FOUND,
  forbidden: FORBIDDEN,
  present,
})

describeWrites({
  name: 'ra-strapi-v4-rest',
  connect: (url, token) => {
    const provider = providerOf(url, token)
    return {
      create: (path, data) => provider.create(path, { data }),
      update: (path, id, data) => provider.update(path, { id, data }),
      delete: (path, id) => provider.delete(path, { id }),
    }
  },
  invalid: INVALID,
  forbidden: FORBIDDEN,
  present,
})
