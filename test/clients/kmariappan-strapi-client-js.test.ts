/**
 * A fluent client written for v4 answers, which takes flat ones as they are. Refusals are resolved. Of drafts it knows
 * only what v4 called them, which v5 ignores; a parameter of v5 can stand behind the name of the type.
 */

import { createClient } from '@kmariappan/strapi-client-js'
import { describe, expect, it } from 'vitest'
import { describeReads, type Entry, FORBIDDEN, NOT_FOUND } from './reads.ts'
import { serveMagazine } from './serve.ts'
import { describeWrites, INVALID } from './writes.ts'

interface Article {
  readonly id: number
  readonly documentId: string
  readonly title: string
  readonly author: { readonly avatar: { readonly url: string } }
}

interface Resolved<T> {
  readonly data: T | null
  readonly error?: unknown
  readonly meta?: { readonly pagination: { readonly total: number } }
}

function clientOf(url: string, token: string | null) {
  return createClient(token === null ? { url } : { url, apiToken: token })
}

/** The data, or all of a refusal. */
function dataOf<T>({ data, error }: Resolved<T>): T {
  if (data !== null) return data
  throw { data, error }
}

describeReads({
  name: '@kmariappan/strapi-client-js',
  connect: (url, token) => {
    const client = clientOf(url, token)
    const select = (path = 'articles') => client.from<Article>(path).select()
    const list = async (query: { get(): Promise<unknown> }) => dataOf((await query.get()) as Resolved<readonly Entry[]>)
    return {
      page: async (page, size) => {
        const answer = await select()
          .sortBy([{ field: 'title', order: 'asc' }])
          .paginate(page, size)
          .get()
        return { entries: dataOf(answer) as unknown as readonly Entry[], total: answer.meta?.pagination.total }
      },
      byTitle: (title) => list(select().equalTo('title', title).paginate(1, 100)),
      byAuthor: (name) => list(select().filterDeep('author.name', 'eq', name).paginate(1, 100)),
      avatarOf: async (documentId) => {
        const found = select().equalTo('documentId', documentId)
        const [article] = await list(
          found.populateDeep([{ path: 'author', children: [{ key: 'avatar', fields: ['url'] }] }]),
        )
        return (article as Entry & Article).author.avatar.url
      },
      one: async (documentId) =>
        dataOf((await client.from<Entry>(`articles/${documentId}`).select().get()) as Resolved<Entry>),
      drafts: () => list(select('articles?status=draft').paginate(1, 100)),
      memos: () => list(select('memos')),
    }
  },
  missing: NOT_FOUND,
  forbidden: FORBIDDEN,
})

describeWrites({
  name: '@kmariappan/strapi-client-js',
  connect: (url, token) => {
    const client = clientOf(url, token)
    return {
      create: (path, data) => client.from(path).create(data),
      update: (path, documentId, data) => client.from(path).update(documentId as unknown as number, data),
      delete: (path, documentId) => client.from(path).deleteOne(documentId as unknown as number),
    }
  },
  invalid: INVALID,
  forbidden: FORBIDDEN,
})

describe('what v4 called drafts', () => {
  it('changes nothing', async () => {
    const server = await serveMagazine('SQLite')
    try {
      const articles = () => clientOf(server.url, null).from<Article>('articles').select()
      expect(await articles().withDraft().get()).toEqual(await articles().get())
    } finally {
      await server.close()
    }
  })
})
