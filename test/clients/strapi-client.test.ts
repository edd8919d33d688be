/** The official client. */

import { HTTPError, strapi } from '@strapi/client'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { DATABASES } from '../writes/site.ts'
import { describeReads, FORBIDDEN, NOT_FOUND } from './reads.ts'
import { type Server, serveMagazine } from './serve.ts'
import { describeWrites, INVALID } from './writes.ts'

function clientOf(url: string, token: string | null) {
  return strapi(token === null ? { baseURL: url } : { baseURL: url, auth: token })
}

/** Its errors keep the response. */
async function present(error: unknown): Promise<unknown> {
  if (!(error instanceof HTTPError)) return error
  return { name: error.name, body: await error.response.json() }
}

describeReads({
  name: '@strapi/client',
  connect: (url, token) => {
    const client = clientOf(url, token)
    const articles = client.collection('articles')
    const all = { pagination: { pageSize: 100 } }
    return {
      page: async (page, pageSize) => {
        const { data, meta } = await articles.find({ sort: 'title', pagination: { page, pageSize } })
        return { entries: data, total: meta.pagination?.total }
      },
      byTitle: async (title) => (await articles.find({ ...all, filters: { title: { $eq: title } } })).data,
      byAuthor: async (name) => (await articles.find({ ...all, filters: { author: { name: { $eq: name } } } })).data,
      avatarOf: async (documentId) =>
        (await articles.findOne(documentId, { populate: { author: { populate: ['avatar'] } } })).data.author.avatar.url,
      one: async (documentId) => (await articles.findOne(documentId)).data,
      drafts: async () => (await articles.find({ ...all, status: 'draft' })).data,
      memos: async () => (await client.collection('memos').find()).data,
    }
  },
  missing: { name: 'HTTPNotFoundError', body: NOT_FOUND },
  forbidden: { name: 'HTTPForbiddenError', body: FORBIDDEN },
  present,
})

describeWrites({
  name: '@strapi/client',
  connect: (url, token) => {
    const client = clientOf(url, token)
    return {
      create: (path, data) => client.collection(path).create(data),
      update: (path, documentId, data) => client.collection(path).update(documentId, data),
      delete: (path, documentId) => client.collection(path).delete(documentId),
    }
  },
  invalid: { name: 'HTTPBadRequestError', body: INVALID },
  forbidden: { name: 'HTTPForbiddenError', body: FORBIDDEN },
  present,
})

describe.each(DATABASES)('@strapi/client on %s', (kind) => {
  let server: Server

  beforeAll(async () => {
    server = await serveMagazine(kind)
  })
  afterAll(() => server.close())

  it('a single type', async () => {
    const rows = await server.sql("select headline from homepages where published_at is not null and locale = 'en'")
    expect((await clientOf(server.url, null).single('homepage').find()).data.headline).toBe(rows[0]?.[0])
  })

  it('a list of more than a hundred values', async () => {
    const ids = (await server.sql('select id from reviews order by id limit 150')).map(([id]) => id)
    const { meta } = await clientOf(server.url, null)
      .collection('reviews')
      .find({ filters: { id: { $in: ids } } })
    expect(meta.pagination?.total).toBe(150)
  })

  it('files, which come without an envelope', async () => {
    const client = clientOf(server.url, server.token)
    const [row] = await server.sql('select id, name from files order by id')
    const [id, name] = row ?? []
    expect((await client.files.find()).map((file) => file.id)).toContain(id)
    expect(await client.files.findOne(Number(id))).toMatchObject({ id, name })
    await expect(client.files.findOne(999_999)).rejects.toMatchObject({ name: 'FileNotFoundError' })
    await expect(clientOf(server.url, null).files.find()).rejects.toMatchObject({ name: 'FileForbiddenError' })
  })
})
