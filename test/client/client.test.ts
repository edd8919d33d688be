/** The client against a server, over sockets. */

import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import BetterSqlite3 from 'better-sqlite3'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Client, createClient, type Filters, LecternError } from '../../src/client/index.ts'
import { openPeople } from '../../src/operate/open-people.ts'
import { type ExampleSite, openExample } from '../docs/example-site.ts'
import type { Api, Uids } from '../fixtures/types/example.js'
import type { Api as ExtendedApi } from '../fixtures/types/extended.js'

const ALLOWED = ['article', 'author', 'tag', 'homepage'].map((name) => `api::${name}.${name}.*`)

let site: ExampleSite
let url: string
let client: Client<Api>

beforeAll(async () => {
  site = await openExample(ALLOWED)
  url = `${await site.lectern.listen({ port: 0 })}/api`
  client = createClient<Api>({ url })
})

afterAll(() => site.close())

function column(sql: string): readonly unknown[] {
  const database = new BetterSqlite3(join(site.folder, '.tmp/data.db'), { readonly: true })
  try {
    return database.prepare(sql).pluck().all()
  } finally {
    database.close()
  }
}

const PUBLISHED_IN_ENGLISH = "select id from articles where published_at is not null and locale = 'en'"

async function refusal(promise: Promise<unknown>): Promise<LecternError> {
  const error = await promise.then(
    () => new Error('it was answered'),
    (reason: unknown) => reason,
  )
  if (error instanceof LecternError) return error
  throw error
}

describe('reading', () => {
  it('returns the requested entries and the total', async () => {
    const { data, meta } = await client.articles.find({
      fields: ['title'],
      populate: { author: { fields: ['name'] } },
      filters: { author: { name: { $contains: 'Osei' } } },
      sort: 'title:desc',
      pagination: { pageSize: 2 },
    })
    expect(data).toHaveLength(2)
    expect(Object.keys(data[0] ?? {})).toEqual(['id', 'documentId', 'title', 'author'])
    expect(data.map(({ author }) => author?.name)).toEqual(['Clara Osei', 'Clara Osei'])
    expect(data.map(({ title }) => title)).toEqual(
      data
        .map(({ title }) => title)
        .sort()
        .reverse(),
    )
    expect(meta.pagination).toMatchObject({ page: 1, pageSize: 2 })
  })

  it('finds an entry, and a single type', async () => {
    const [first] = (await client.articles.find({ pagination: { limit: 1 } })).data
    const one = await client.articles.findOne(first?.documentId ?? '', { fields: ['title'] })
    expect(one).toEqual({ data: { id: first?.id, documentId: first?.documentId, title: first?.title }, meta: {} })
    const home = await client.homepage.find({ fields: ['headline'], locale: 'en' })
    expect(home.data.headline).toMatch(/./)
  })

  it('sends dates, nulls and empty lists as the server expects them', async () => {
    const all = column(PUBLISHED_IN_ENGLISH).length
    const total = async (filters: Filters<Api['articles']>) =>
      (await client.articles.find({ filters })).meta.pagination.total
    expect(await total({})).toBe(all)
    const day = new Date('2025-03-01T00:00:00.000Z')
    expect(await total({ createdAt: { $lt: day } })).toBe(
      column(`${PUBLISHED_IN_ENGLISH} and created_at < ${day.getTime()}`).length,
    )
    const withoutEvent = column(`${PUBLISHED_IN_ENGLISH} and event_at is null`).length
    expect(withoutEvent).toBeGreaterThan(0)
    expect(await total({ eventAt: null })).toBe(withoutEvent)
    expect(await total({ eventAt: { $eq: null } })).toBe(withoutEvent)
    expect(await total({ eventAt: { $notNull: true } })).toBe(all - withoutEvent)
    expect(await total({ id: { $in: [] } })).toBe(0)
    expect(await total({ id: { $notIn: [] } })).toBe(all)
    expect(await total({ $and: [] })).toBe(all)
    expect((await refusal(total({ $or: [] }))).status).toBe(400)
    expect((await refusal(total({ $or: [{}, { views: 1 }] }))).status).toBe(400)
  })

  it('supports the wrapped format', async () => {
    const v4 = createClient<Api>({ url, format: 'v4' })
    const { data } = await v4.articles.find({ fields: ['title'], populate: ['author'], pagination: { limit: 1 } })
    expect(data[0]?.attributes.title).toMatch(/./)
    expect(data[0]?.attributes.author.data?.attributes.name).toMatch(/./)
  })

  it('accepts a UID with a configured path, and no other', async () => {
    const byUid = createClient<Pick<Uids, 'api::article.article'>>({
      url,
      paths: { 'api::article.article': 'articles' },
    })
    expect((await byUid['api::article.article'].find({ pagination: { limit: 1 } })).data).toHaveLength(1)
    expect(() => createClient({ url })['api::article.article']).toThrow(/is not known: give it in "paths"/)
  })

  it('is not a promise, and has the same object for each name', async () => {
    expect(Object.is(await client, client)).toBe(true)
    expect(Object.is(client.articles, client.articles)).toBe(true)
  })
})

describe('pages and entries', () => {
  it.each([1, 3, 7, 100])('return all entries, %i per page', async (pageSize) => {
    const ids: number[] = []
    for await (const { id } of client.articles.entries({ fields: ['id'], sort: 'title', pagination: { pageSize } })) {
      ids.push(id)
    }
    const expected = column(PUBLISHED_IN_ENGLISH)
    expect(expected.length).toBeGreaterThan(10)
    expect(ids).toHaveLength(expected.length)
    expect(new Set(ids)).toEqual(new Set(expected))
    const pages: number[] = []
    for await (const { data, meta } of client.articles.pages({ pagination: { pageSize } })) {
      expect(meta.pagination.total).toBe(expected.length)
      pages.push(data.length)
    }
    expect(pages).toHaveLength(Math.ceil(expected.length / pageSize))
  })

  it('are requested only as far as the loop needs them', async () => {
    let requests = 0
    const counting = createClient<Api>({
      url,
      fetch: (at, init) => {
        requests += 1
        return fetch(at, init)
      },
    })
    for await (const { meta } of counting.articles.pages({ pagination: { page: 2, pageSize: 2 } })) {
      expect(meta.pagination.page).toBe(2)
      break
    }
    expect(requests).toBe(1)
  })

  it('are one empty page if there are no entries', async () => {
    const pages: number[] = []
    for await (const { data } of client.articles.pages({ filters: { title: 'nothing' } })) pages.push(data.length)
    expect(pages).toEqual([0])
  })

  it('follow cursors', async () => {
    const { articles } = createClient<ExtendedApi>({ url })
    const expected = column(`${PUBLISHED_IN_ENGLISH} order by title, id`)
    const query = { fields: ['id'], sort: 'title', pagination: { start: { after: '' }, limit: 4 } } as const
    const ids: number[] = []
    for await (const { id } of articles.entries(query)) ids.push(id)
    expect(ids).toEqual(expected)
    const pages: (string | null)[] = []
    for await (const { data, meta } of articles.pages(query)) {
      expect(data.length).toBeLessThanOrEqual(4)
      pages.push(meta.pagination.next)
    }
    expect(pages).toHaveLength(Math.ceil(expected.length / 4))
    expect(pages.at(-1)).toBe(null)
  })
})

describe('writing', () => {
  it('creates, changes, publishes, unpublishes and deletes', async () => {
    const { articles } = client
    const made = await articles.create(
      { title: 'Salt and copper', sections: [{ __component: 'blocks.quote', text: 'Nothing is lost.' }] },
      { status: 'draft', fields: ['title', 'publishedAt'], populate: ['sections'] },
    )
    expect(made.data).toMatchObject({
      title: 'Salt and copper',
      publishedAt: null,
      sections: [{ text: 'Nothing is lost.' }],
    })
    const { documentId } = made.data
    expect((await refusal(articles.findOne(documentId))).status).toBe(404)
    expect((await articles.publish(documentId)).data.publishedAt).toMatch(/^20/)
    const changed = await articles.update(documentId, { views: 3 }, { status: 'draft', fields: ['views'] })
    expect(changed.data.views).toBe(3)
    expect((await articles.discard(documentId, { fields: ['views'] })).data.views).toBe(0)
    expect((await articles.unpublish(documentId)).data.publishedAt).toBeNull()
    expect(await articles.delete(documentId)).toBeUndefined()
    expect((await refusal(articles.findOne(documentId, { status: 'draft' }))).status).toBe(404)
  })

  it('changes a single type', async () => {
    const { data } = await client.homepage.update({ intro: 'Changed.' }, { fields: ['intro'] })
    expect(data.intro).toBe('Changed.')
    expect((await client.homepage.find()).data.intro).toBe('Changed.')
  })

  it('publishes and unpublishes a single type', async () => {
    const { data } = await client.homepage.update({ intro: 'Later.' }, { status: 'draft' })
    expect((await client.homepage.publish({ fields: ['intro'] })).data.intro).toBe('Later.')
    expect((await client.homepage.unpublish()).data).toMatchObject({ documentId: data.documentId, publishedAt: null })
    expect((await refusal(client.homepage.find())).status).toBe(404)
  })

  it.each(['', '.', '..'])('refuses the documentId "%s", which would be another path', async (documentId) => {
    await expect(client.articles.delete(documentId)).rejects.toThrow(TypeError)
    await expect(client.articles.findOne(documentId)).rejects.toThrow(TypeError)
  })
})

describe('an error', () => {
  it('has the status, name, details and hints', async () => {
    const loose = createClient({ url })
    const error = await refusal(loose.articles?.find({ fields: ['titel'] }) ?? Promise.resolve())
    expect(error).toMatchObject({
      name: 'LecternError',
      status: 400,
      code: 'ValidationError',
      message: `GET ${url}/articles: 400 Invalid key titel. Did you mean title?`,
      reason: 'Invalid key titel',
      method: 'GET',
      url: `${url}/articles`,
      details: { key: 'titel', param: 'fields' },
      hints: ['Did you mean title?'],
    })
  })

  it('lists all problems of a body', async () => {
    const data = { label: 3, priority: 'x' }
    const error = await refusal(createClient({ url }).tags?.create(data) ?? Promise.resolve())
    expect(error.details.errors?.map(({ path }) => path)).toEqual([['label'], ['priority']])
    expect(error.hints).toEqual([])
    expect(error.message).toMatch(/: 400 2 errors occurred: label: .+; priority: .+/)
  })

  it('is thrown for callers without permission, and for wrong tokens', async () => {
    expect(await refusal(client.memos.find())).toMatchObject({ status: 403, code: 'ForbiddenError' })
    const stranger = createClient<Api>({ url, token: 'nope' })
    expect(await refusal(stranger.articles.find())).toMatchObject({ status: 401, code: 'UnauthorizedError' })
  })

  it('is thrown for a response of another server', async () => {
    const error = await refusal(
      createClient<Api>({
        url,
        fetch: async () => new Response('<h1>Bad Gateway</h1>', { status: 502, statusText: 'Bad Gateway' }),
      }).articles.find(),
    )
    expect(error).toMatchObject({ status: 502, code: 'UnknownError', message: `GET ${url}/articles: 502 Bad Gateway` })
  })

  it('is thrown for a response of another server with status 200', async () => {
    const elsewhere = createClient<Api>({ url, fetch: async () => new Response('<!doctype html>') })
    const error = await refusal(elsewhere.articles.find({ fields: ['title'] }))
    expect(error.message).toBe(
      `GET ${url}/articles: 200 The response is not JSON. Something else than the API has responded: check the url of the client`,
    )
  })

  it('contains no secrets of the request', async () => {
    const secretive = createClient<Api>({
      url: 'https://ada:pass-word@example.com/api',
      token: 'to-ken',
      headers: { 'X-Key': 'hea-der' },
      fetch: async () => new Response('', { status: 403 }),
    })
    const error = await refusal(secretive.articles.find({ filters: { title: 'que-ry' } }))
    expect(error.message).toBe('GET https://example.com/api/articles: 403')
    expect(JSON.stringify({ ...error, text: String(error), stack: error.stack })).not.toMatch(
      /pass-word|to-ken|hea-der|que-ry/,
    )
  })

  it('of fetch is passed on if there is no response', async () => {
    const nobody = createClient<Api>({ url: 'http://127.0.0.1:1/api' })
    await expect(nobody.articles.find()).rejects.toThrow(TypeError)
  })
})

describe('a running request', () => {
  let silent: Server
  let silentUrl: string
  let arrived: Promise<void>

  beforeAll(async () => {
    let arrive = () => {}
    arrived = new Promise((resolve) => {
      arrive = resolve
    })
    silent = createServer(() => arrive())
    await new Promise<void>((resolve) => silent.listen(0, '127.0.0.1', resolve))
    silentUrl = `http://127.0.0.1:${(silent.address() as AddressInfo).port}/api`
  })

  afterAll(() => {
    silent.closeAllConnections()
    silent.close()
  })

  it('can be aborted', async () => {
    const controller = new AbortController()
    const asked = createClient<Api>({ url: silentUrl }).articles.find({}, { signal: controller.signal })
    const rejected = expect(asked).rejects.toMatchObject({ name: 'AbortError' })
    await arrived
    controller.abort()
    await rejected
  })

  it('is not sent if it was aborted before', async () => {
    const entries = client.articles.entries({}, { signal: AbortSignal.abort() })
    await expect(entries.next()).rejects.toMatchObject({ name: 'AbortError' })
  })
})

describe('the URL of the server', () => {
  it.each([
    ['http://example.com', 'http://example.com/api/tags'],
    ['http://example.com/', 'http://example.com/api/tags'],
    ['http://example.com/api', 'http://example.com/api/tags'],
    ['http://example.com/api/', 'http://example.com/api/tags'],
    ['http://127.0.0.1:1337', 'http://127.0.0.1:1337/api/tags'],
    ['https://example.com/cms/content/', 'https://example.com/cms/content/tags'],
    ['http://example.com/.', 'http://example.com/./tags'],
    ['', '/api/tags'],
    ['/', '/api/tags'],
    ['/content', '/content/tags'],
  ])('%s leads to %s', async (given, expected) => {
    const asked: string[] = []
    const spying = createClient<Api>({
      url: given,
      fetch: async (at) => {
        asked.push(at)
        return new Response('{}')
      },
    })
    await spying.tags.find()
    expect(asked).toEqual([expected])
  })

  it('may leave out the prefix', async () => {
    const { data } = await createClient<Api>({ url: url.replace('/api', '') }).tags.find()
    expect(data.length).toBeGreaterThan(0)
  })
})

describe('a user', () => {
  const identifier = 'grace@example.com'
  const password = 'correct horse battery'

  beforeAll(async () => {
    const people = await openPeople({ project: site.folder, env: {} }, true)
    await people.createUser({ email: identifier, username: 'grace', password, role: 'authenticated' })
    const actions = ['api::memo.memo.find', 'api::article.article.update', 'plugin::upload.content-api.upload']
    await people.allow('authenticated', actions)
    await people.close()
  })

  it('logs in, and gets a client with their permissions', async () => {
    const { jwt, user, client: theirs } = await client.login({ identifier, password })
    expect(user).toMatchObject({ username: 'grace', email: identifier })
    expect((await theirs.memos.find()).data.length).toBeGreaterThan(0)
    expect((await createClient<Api>({ url, token: jwt }).memos.find()).data.length).toBeGreaterThan(0)
    // This client itself does not change.
    expect((await refusal(client.memos.find())).status).toBe(403)
  })

  it('is refused with a wrong password, which the error does not repeat', async () => {
    const error = await refusal(client.login({ identifier, password: 'wrong-one' }))
    expect(error).toMatchObject({ status: 400, url: `${url}/auth/local` })
    expect(JSON.stringify({ ...error, text: String(error) })).not.toContain('wrong-one')
  })

  it('uploads one file, or several', async () => {
    const { client: theirs } = await client.login({ identifier, password })
    const text = new File(['Salt.'], 'salt.txt', { type: 'text/plain' })
    const [one] = await theirs.upload(text, { fileInfo: { alternativeText: 'About salt' } })
    expect(one).toMatchObject({ name: 'salt.txt', mime: 'text/plain', alternativeText: 'About salt' })
    expect(await (await fetch(new URL(one?.url ?? '', url))).text()).toBe('Salt.')
    const two = await theirs.upload([text, new File(['Copper.'], 'copper.txt', { type: 'text/plain' })])
    expect(two.map(({ name }) => name)).toEqual(['salt.txt', 'copper.txt'])
    // Not an array, like `input.files` of a form.
    const chosen = await theirs.upload({ 0: text, 1: text, length: 2 })
    expect(chosen.map(({ name }) => name)).toEqual(['salt.txt', 'salt.txt'])
    expect((await refusal(client.upload(text))).status).toBe(403)
  })

  it('uploads for an attribute of an entry', async () => {
    const { client: theirs } = await client.login({ identifier, password })
    const pixel = Buffer.from(
      'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
      'base64',
    )
    const { data } = await client.articles.find({ fields: ['title'], pagination: { limit: 1 } })
    const refId = data[0]?.id ?? 0
    const file = new File([pixel], 'dot.png', { type: 'image/png' })
    const [made] = await theirs.upload(file, { ref: 'api::article.article', refId, field: 'cover' })
    const { data: after } = await client.articles.find({ filters: { id: refId }, populate: ['cover'] })
    expect(after[0]?.cover).toMatchObject({ id: made?.id, name: 'dot.png', width: 1, height: 1 })
  })
})

describe('a content type named like an action', () => {
  it('is available in addition to the action', async () => {
    const asked: string[] = []
    interface Named {
      login: Api['homepage']
      uploads: Api['tags']
    }
    const named = createClient<Named>({
      url,
      fetch: async (at) => {
        asked.push(at)
        return new Response('{"jwt":"x","user":{}}')
      },
    })
    await named.login.find()
    await named.uploads.find()
    await named.upload([])
    expect(asked).toEqual([`${url}/login`, `${url}/uploads`, `${url}/upload`])
  })
})

describe('headers', () => {
  it('are sent with every request, in addition to those of the request', async () => {
    const sent: Record<string, string>[] = []
    const spying = createClient<Api>({
      url: `${url}/`,
      token: 'key',
      headers: { 'X-Site': 'a' },
      fetch: async (at, init) => {
        expect(at).toBe(`${url}/articles`)
        sent.push(init.headers)
        return new Response('{"data":[],"meta":{"pagination":{}}}')
      },
    })
    await spying.articles.find({}, { headers: { 'X-Trace': 'b' } })
    expect(sent).toEqual([{ Accept: 'application/json', Authorization: 'Bearer key', 'X-Site': 'a', 'X-Trace': 'b' }])
  })

  it.each([
    ['a Headers', new Headers({ authorization: 'Bearer other' })],
    ['pairs', [['authorization', 'Bearer other']] as const],
    ['an object', { authorization: 'Bearer other' }],
  ])('may be %s, and replace those of the client in any case', async (_kind, headers) => {
    const sent: Record<string, string>[] = []
    const fetch = async (_at: string, init: { readonly headers: Record<string, string> }) => {
      sent.push(init.headers)
      return new Response('{}')
    }
    const expected = { Accept: 'application/json', authorization: 'Bearer other' }
    await createClient<Api>({ url, token: 'key', headers, fetch }).articles.find()
    await createClient<Api>({ url, token: 'key', fetch }).articles.find({}, { headers })
    expect(sent).toEqual([expected, expected])
  })
})
