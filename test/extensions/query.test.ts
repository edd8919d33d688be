/** A query in the body gets the same response as in the URL. */

import qs from 'qs'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createClient } from '../../src/client/index.ts'
import type { FetchInit } from '../../src/request/fetch-init.ts'
import { CALLERS, sampledReads } from '../support/recorded-requests.ts'
import { DATABASES } from '../writes/site.ts'
import { type Opened, openMagazineOn } from './open-on.ts'

const FORM = { 'content-type': 'application/x-www-form-urlencoded' }
const JSON_TYPE = { 'content-type': 'application/json' }
/** Some of the recorded requests; another test sends all of them. */
const EACH = 5

const recorded = sampledReads(EACH)

describe.each(DATABASES)('on %s', (kind) => {
  let site: Opened
  let off: Opened

  beforeAll(async () => {
    site = await openMagazineOn(kind, { extensions: ['query', 'aggregates'], env: { TZ: 'UTC' } })
    off = await openMagazineOn(kind, { extensions: [], env: {} })
  })

  afterAll(async () => {
    await site?.close()
    await off?.close()
  })

  const ask = async (path: string, init?: FetchInit) => {
    const response = await site.lectern.fetch(path, init)
    return { path, status: response.status, text: await response.text() }
  }
  const query = (path: string, body: string, headers: Readonly<Record<string, string>> = FORM, method = 'QUERY') =>
    ask(path, { method, headers, body })
  const refusal = async (...call: Parameters<typeof query>) => {
    const { status, text } = await query(...call)
    return { status, ...(JSON.parse(text) as { readonly error: { readonly message: string } }).error }
  }

  it('answers recorded requests as GET does', async () => {
    let answered = 0
    for (const { path, as = 'public', headers = {} } of recorded) {
      const [where = '', text = ''] = path.split(/\?(.*)/s)
      const sent = { ...headers, ...CALLERS[as] }
      const expected = await ask(path, { headers: sent })
      const inBody = await query(where, text, { ...sent, ...FORM })
      expect({ ...inBody, path }, path).toEqual(expected)
      if (expected.status === 200) answered += 1
    }
    expect(answered).toBeGreaterThan(100)
  })

  it('accepts JSON with the same nesting', async () => {
    const asked = {
      fields: ['title', 'views'],
      filters: { $or: [{ views: { $gt: 1000 } }, { featured: true }], title: { $notNull: true } },
      populate: { author: { fields: ['name'] } },
      sort: ['views:desc', 'id'],
      pagination: { pageSize: 5, withCount: false },
    }
    const expected = await ask(`/api/articles?${qs.stringify(asked)}`)
    expect(expected.status).toBe(200)
    const received = await query('/api/articles', JSON.stringify(asked), JSON_TYPE)
    expect(received.text).toBe(expected.text)
    const nothing = await query('/api/articles', JSON.stringify({ ...asked, locale: undefined, extra: {} }), JSON_TYPE)
    expect(nothing.text).toBe(expected.text)
  })

  it.each([['null'], ['"null"']])('takes %s for the text', async (value) => {
    const expected = await ask('/api/articles?filters[title]=null')
    const received = await query('/api/articles', `{"filters":{"title":${value}}}`, JSON_TYPE)
    expect(received.text).toBe(expected.text)
  })

  it('also answers POST …/actions/query, and QUERY for groups and single types', async () => {
    const text = 'filters[format]=news&fields=title'
    const list = await ask(`/api/articles?${text}`)
    expect((await query('/api/articles/actions/query', text, FORM, 'POST')).text).toBe(list.text)
    expect((await query('/api/articles/', text)).text).toBe(list.text)
    const groups = await ask('/api/articles/actions/aggregate?by=format')
    expect((await query('/api/articles/actions/aggregate', 'by=format')).text).toBe(groups.text)
    const single = await ask('/api/homepage?populate=*')
    expect((await query('/api/homepage', 'populate=*')).text).toBe(single.text)
  })

  it('is private', async () => {
    const init = { method: 'QUERY', headers: FORM, body: 'fields=title' }
    const response = await site.lectern.fetch('/api/articles', init)
    expect(response.headers.get('cache-control')).toBe('private, max-age=0, must-revalidate')
  })

  // This database has no triggers: on PostgreSQL, writes to any database of the server change its tags.
  it.runIf(kind === 'SQLite')('has the ETag of GET', async () => {
    const direct = await site.lectern.fetch('/api/articles?fields=title')
    const etag = direct.headers.get('etag') ?? ''
    expect(etag).not.toBe('')
    const headers = { ...FORM, 'if-none-match': etag }
    expect((await query('/api/articles', 'fields=title', headers)).status).toBe(304)
    expect((await query('/api/articles', 'fields=slug', headers)).status).toBe(200)
  })

  it.each([
    ['filters[title][$contains]=ü', 'filters[title][$contains]=%C3%BC'],
    ['filters[title][$ne]=a\nb c#d', 'filters[title][$ne]=a%0Ab%20c%23d'],
  ])('accepts characters that URLs cannot have: %j', async (body, text) => {
    const received = await query('/api/articles', body)
    expect(received.status).toBe(200)
    expect(received.text).toBe((await ask(`/api/articles?${text}`)).text)
  })

  it('refuses other bodies, with the reason', async () => {
    expect(await refusal('/api/articles?fields=title', 'fields=title')).toMatchObject({
      status: 400,
      message: 'There is a query in the URL and one in the body: send one of them',
    })
    expect(await refusal('/api/articles', '<query/>', { 'content-type': 'application/xml' })).toMatchObject({
      status: 415,
    })
    expect(await refusal('/api/articles', 'fields=title', {})).toMatchObject({ status: 415 })
    expect(await refusal('/api/articles', '[1]', JSON_TYPE)).toMatchObject({ status: 400 })
    expect(await refusal('/api/articles', '{"fields"', JSON_TYPE)).toMatchObject({ status: 400 })
    expect(await refusal('/api/articles', '{"filters":{"a][b":1}}', JSON_TYPE)).toMatchObject({
      status: 400,
      message: 'Invalid key "a][b" at filters: brackets separate keys',
    })
    expect(await refusal('/api/articles', '{"filters":{"nope":1}}', JSON_TYPE)).toMatchObject({
      status: 400,
      message: 'Invalid key nope',
    })
    expect(
      await refusal('/api/articles', '{"__proto__":{"x":1},"filters":{"__proto__":{"x":1}}}', JSON_TYPE),
    ).toMatchObject({
      status: 400,
    })
    const long = JSON.stringify({ filters: { id: { $in: Array.from({ length: 5_000 }, (_, id) => id) } } })
    expect(await refusal('/api/articles', long, JSON_TYPE)).toMatchObject({
      status: 400,
      details: { limit: 'listLength' },
    })
    const lists = Array.from({ length: 250 }, () => ({ id: { $in: Array<number>(1_000).fill(1) } }))
    expect(await refusal('/api/articles', JSON.stringify({ filters: { $or: lists } }), JSON_TYPE)).toMatchObject({
      status: 400,
      details: { limit: 'queryValues', maximum: 5_000 },
    })
  })

  it('works with no other methods and paths', async () => {
    expect((await ask('/api/articles/actions/query')).status).toBe(405)
    expect((await query('/api/upload/files', 'a=b')).status).toBe(405)
    expect((await query('/api/nothing', 'a=b')).status).toBe(404)
    const options = await site.lectern.fetch('/api/articles', { method: 'OPTIONS' })
    expect(options.headers.get('allow')?.split(', ')).toContain('QUERY')
    expect(options.headers.get('accept-query')).toBe('application/x-www-form-urlencoded, application/json')
    const preflight = await site.lectern.fetch('/api/articles', {
      method: 'OPTIONS',
      headers: { origin: 'https://site.example', 'access-control-request-method': 'QUERY' },
    })
    expect(preflight.headers.get('access-control-allow-methods')).toContain('QUERY')
  })

  it('is off without the extension', async () => {
    const init = { method: 'QUERY', headers: FORM, body: 'fields=title' }
    const response = await off.lectern.fetch('/api/articles', init)
    expect([response.status, response.headers.get('allow')]).toEqual([405, 'HEAD, GET'])
    expect((await off.lectern.fetch('/api/articles/actions/query', { ...init, method: 'POST' })).status).toBe(404)
    const preflight = await off.lectern.fetch('/api/articles', {
      method: 'OPTIONS',
      headers: { origin: 'https://site.example', 'access-control-request-method': 'GET' },
    })
    expect(preflight.headers.get('access-control-allow-methods')).not.toContain('QUERY')
  })

  it('is used by the client for long queries', async () => {
    const methods: string[] = []
    const client = createClient({
      url: 'http://lectern',
      longQueries: 'body',
      fetch: (url, init) => {
        methods.push(init.method)
        return site.lectern.fetch(url.replace('http://lectern', ''), init)
      },
    })
    const ids = Array.from({ length: 300 }, (_, index) => index)
    const long = await client.articles?.find({ filters: { id: { $in: ids } }, fields: ['title'] })
    const short = await client.articles?.find({ filters: { id: { $lt: 300 } }, fields: ['title'] })
    expect(methods).toEqual(['QUERY', 'GET'])
    expect(long).toEqual(short)
  })
})
