/** Each query of a batch gets the same response as a request of its own. */

import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { answer } from '../../src/answer/answer.ts'
import type { App } from '../../src/answer/app.ts'
import { backendOf } from '../../src/dialects/backends.ts'
import { buildApp } from '../../src/open/build-app.ts'
import { loadProject } from '../../src/project/load-project.ts'
import { EXTENSION_NAMES } from '../../src/vocabulary/extensions.ts'
import { counted } from '../support/counted.ts'
import { fixture } from '../support/fixture.ts'
import { AS_FULL_ACCESS, AS_READ_ONLY } from '../support/magazine.ts'
import { CALLERS, type RecordedRequest, sampledReads } from '../support/recorded-requests.ts'
import { DATABASES } from '../writes/site.ts'
import { type Opened, openMagazineOn } from './open-on.ts'

/** Some of the recorded requests; another test sends all of them. */
const EACH = 12
const AT_ONCE = 8

const recorded = sampledReads(EACH)

/** Requests with extensions, some with several. */
const BEYOND = [
  '/api/articles?fields=-body&pagination[limit]=3&sort=views:desc',
  '/api/articles?pagination[start][after]=&pagination[limit]=2&sort=title',
  '/api/articles?pagination[start][before]=&pagination[limit]=2&sort=views:desc&filters[views][$gt]=1',
  '/api/articles?pagination[withCount][by]=format&pagination[limit]=2&filters[views][$gt]=1000',
  '/api/articles?pagination[start][after]=&pagination[limit]=2&pagination[withCount][by]=format',
  '/api/articles?pagination[withCount][by]=format&pagination[withCount][total]=false&pagination[limit]=2',
  '/api/articles?pagination[withCount]=capped&filters[title][$contains]=o&pagination[limit]=1',
  '/api/articles?pagination[withCount]=false&pagination[limit]=2',
  '/api/articles?filters[publishDay][$lt]=$today(-1y)&fields=publishDay&sort=publishDay',
  '/api/articles?locale[$first][0]=fr-FR&locale[$first][1]=en&fields=title&pagination[limit]=3',
  '/api/articles?filters[id]=-1',
  '/api/articles/actions/aggregate?by=format&avg=rating&sort=count:desc',
  '/api/articles/actions/aggregate?countDistinct=author.id&pagination[withCount]=false',
  '/api/articles/actions/aggregate?by=nope',
  '/api/homepage?populate=**',
  '/api/nothing',
  '/elsewhere',
]

const named = (urls: readonly string[]) => Object.fromEntries(urls.map((url, index) => [`q${index}`, url]))

describe.each(DATABASES)('on %s', (kind) => {
  let site: Opened

  beforeAll(async () => {
    site = await openMagazineOn(kind, { extensions: [...EXTENSION_NAMES], env: { TZ: 'UTC' } })
  })

  afterAll(() => site?.close())

  const post = (body: string, headers: Readonly<Record<string, string>> = {}, method = 'POST', url = '/_batch') =>
    site.lectern.fetch(url, { method, headers: { 'content-type': 'application/json', ...headers }, body })
  const batch = async (urls: readonly string[], headers: Readonly<Record<string, string>> = {}) => {
    const response = await post(JSON.stringify({ queries: named(urls) }), headers)
    return { status: response.status, text: await response.text() }
  }
  const oneByOne = async (urls: readonly string[], headers: Readonly<Record<string, string>> = {}) => {
    const parts: string[] = []
    for (const [index, url] of urls.entries()) {
      const response = await site.lectern.fetch(url, { headers })
      parts.push(`"q${index}":{"status":${response.status},"body":${await response.text()}}`)
    }
    return { status: 200, text: `{"data":{${parts.join(',')}}}` }
  }
  const refusal = async (...call: Parameters<typeof post>) => {
    const response = await post(...call)
    const { error } = (await response.json()) as { readonly error: { readonly message: string } }
    return { status: response.status, ...error }
  }

  it('answers recorded requests as single requests, for every caller, in the format of the header', async () => {
    const groups = new Map<string, RecordedRequest[]>()
    for (const one of recorded) {
      const key = JSON.stringify([one.as, one.headers])
      groups.set(key, [...(groups.get(key) ?? []), one])
    }
    let sent = 0
    for (const group of groups.values()) {
      for (let at = 0; at < group.length; at += AT_ONCE) {
        const some = group.slice(at, at + AT_ONCE)
        const urls = some.map(({ path }) => path)
        const headers = { ...some[0]?.headers, ...CALLERS[some[0]?.as ?? 'public'] }
        expect(await batch(urls, headers), urls.join('\n')).toEqual(await oneByOne(urls, headers))
        sent += urls.length
      }
    }
    expect(sent).toBeGreaterThan(60)
  })

  it('answers requests with extensions as single requests; an invalid query does not affect the others', async () => {
    for (const headers of [{}, AS_READ_ONLY, { 'strapi-response-format': 'v4' }]) {
      expect(await batch(BEYOND, headers)).toEqual(await oneByOne(BEYOND, headers))
    }
    expect(await batch(['/api/nothing', '/api/articles?sort=nope'])).toEqual(
      await oneByOne(['/api/nothing', '/api/articles?sort=nope']),
    )
    expect(await batch([])).toEqual({ status: 200, text: '{"data":{}}' })
  })

  it('accepts the method QUERY, forms, names of all kinds, and characters that URLs cannot have', async () => {
    const url = '/api/articles?fields=title&filters[title][$contains]=É'
    const body = JSON.stringify({ queries: { a: url } }).replace('"a"', '"__proto__"')
    const expected = await (await site.lectern.fetch(encodeURI(url))).text()
    const received = await (await post(body, {}, 'QUERY')).text()
    expect(received).toBe(`{"data":{"__proto__":{"status":200,"body":${expected}}}}`)
    const form = await post(`queries[x]=${encodeURIComponent(url)}`, {
      'content-type': 'application/x-www-form-urlencoded',
    })
    expect(await form.text()).toBe(`{"data":{"x":{"status":200,"body":${expected}}}}`)
  })

  it('applies the permissions of the caller', async () => {
    const urls = ['/api/memos', '/api/articles?fields=title', '/api/articles?populate=memo&fields=id&sort=id']
    const forPublic = await batch(urls)
    expect(forPublic).toEqual(await oneByOne(urls))
    expect(JSON.parse(forPublic.text)).toMatchObject({ data: { q0: { status: 403 }, q1: { status: 200 } } })
    expect(forPublic.text).not.toContain('"memo"')
    expect(await batch(urls, AS_FULL_ACCESS)).toEqual(await oneByOne(urls, AS_FULL_ACCESS))
    expect((await batch(urls, { authorization: 'Bearer nonsense' })).status).toBe(401)
  })

  it('is private, and its ETag depends on all its tables', async () => {
    const body = JSON.stringify({ queries: named(['/api/tags', '/api/categories', '/api/tags?fields=nope']) })
    const first = await post(body)
    expect(first.headers.get('cache-control')).toBe('private, max-age=0, must-revalidate')
    if (kind === 'PostgreSQL') return
    const etag = first.headers.get('etag') ?? ''
    expect(etag).not.toBe('')
    expect((await post(body, { 'if-none-match': etag })).status).toBe(304)
    const other = body.replace('nope', 'none')
    expect((await post(other, { 'if-none-match': etag })).status).toBe(200)
  })

  it('refuses bodies that are not a batch, with the reason', async () => {
    const example = '{ "queries": { "latest": "/api/articles?sort=publishedAt:desc" } }'
    for (const body of ['', '[]', '{}', 'null', '{"queries":[]}', '{"queries":"/api/tags"}', '{"queries":null}']) {
      expect(await refusal(body), body).toMatchObject({
        status: 400,
        message: `The body must name its queries, as in ${example}`,
      })
    }
    expect(await refusal('{"queries":{"a":1}}')).toMatchObject({
      status: 400,
      message: `Invalid query "a". Expected a path, as in ${example}`,
    })
    expect(await refusal('{"queries":{},"more":1}')).toMatchObject({
      status: 400,
      message: 'Invalid key "more": a batch has only queries',
    })
    expect(await refusal('{"queries"')).toMatchObject({ status: 400 })
    expect(await refusal('x', { 'content-type': 'text/plain' })).toMatchObject({ status: 415 })
    expect(await refusal('{"queries":{}}', {}, 'POST', '/_batch?a=b')).toMatchObject({ status: 400 })
    const read = await site.lectern.fetch('/_batch')
    expect([read.status, JSON.parse(await read.text()).error.details.hint]).toEqual([405, 'Use POST'])
    expect((await site.lectern.fetch('/_batch', { method: 'OPTIONS' })).headers.get('allow')).toBe('QUERY, POST')
  })

  it('accepts only reads of entries', async () => {
    const { text } = await batch(['/api/upload/files', '/_health', '/_batch', '/api/articles/actions/query'])
    const parts = Object.values((JSON.parse(text) as { data: Record<string, unknown> }).data)
    const body = { error: { message: expect.stringMatching(/^A batch accepts reads of lists, entries/) } }
    for (const part of parts) expect(part).toMatchObject({ status: 400, body })
  })

  it('applies the limits of one request to all its queries together', async () => {
    const refused = async (urls: readonly string[]) => refusal(JSON.stringify({ queries: named(urls) }))
    const twentyOne = Array.from({ length: 21 }, () => '/api/tags')
    expect(await refused(twentyOne)).toMatchObject({
      status: 400,
      message: 'The batch has more than 20 queries',
      details: { limit: 'batchQueries', maximum: 20 },
    })
    const half = Array.from({ length: 251 }, (_, id) => `filters[$or][${id}][id]=${id}`).join('&')
    expect((await batch([`/api/tags?${half}`])).text).toContain('"status":200')
    expect(await refused([`/api/tags?${half}`, `/api/tags?${half}`])).toMatchObject({
      status: 400,
      message: 'The filters have more than 500 comparisons, in all queries of the batch together',
      details: { limit: 'filterConditions', source: 'body' },
    })
    const values = Array.from({ length: 900 }, (_, id) => `filters[id][$in]=${id}`).join('&')
    expect(await refused(Array.from({ length: 6 }, () => `/api/tags?${values}`))).toMatchObject({
      status: 400,
      details: { limit: 'queryValues', source: 'body' },
    })
    const lookups = Array.from({ length: 26 }, (_, id) => `filters[$and][${id}][author][name][$ne]=${id}`).join('&')
    expect(await refused([`/api/articles?${lookups}`, `/api/articles?${lookups}`])).toMatchObject({
      details: { limit: 'filterRelations' },
    })
    const having = Array.from({ length: 251 }, (_, id) => `having[$or][${id}][count]=${id}`).join('&')
    const groups = `/api/tags/actions/aggregate?${having}`
    expect(await refused([groups, groups])).toMatchObject({ details: { limit: 'filterConditions' } })
    const long = `/api/tags?_q=${'x'.repeat(5_001)}`
    expect(await refused([long, long])).toMatchObject({ details: { limit: 'searchedText' } })
    const wide = Array.from(
      { length: 20 },
      () => '/api/articles?populate[related][populate]=*&populate[relatedFrom][populate]=*',
    )
    expect(await refused(wide)).toMatchObject({ details: { limit: 'populateNodes' } })
    // Queries after the one that exceeds a limit are not parsed: that would delay other requests.
    const more = ['related', 'relatedFrom'].map((name) => `populate[${name}][populate][related][populate]=*`)
    const wider = `/api/articles?${more.join('&')}&populate[author][populate]=*&populate[categories][populate]=*`
    expect(await refused([...Array(18).fill(wider), `/api/tags?${half}`, `/api/tags?${half}`])).toMatchObject({
      details: { limit: 'populateNodes' },
    })
    // A query that exceeds a limit by itself is refused alone.
    const { text } = await batch([`/api/tags?${half}&${half.replaceAll('$or', '$and')}`, '/api/tags'])
    expect(JSON.parse(text)).toMatchObject({ data: { q0: { status: 400 }, q1: { status: 200 } } })
  })

  it('is off without the extension', async () => {
    const off = await openMagazineOn(kind, { extensions: ['query'], env: {} })
    const init = { method: 'POST', headers: { 'content-type': 'application/json' }, body: '{"queries":{}}' }
    expect((await off.lectern.fetch('/_batch', init)).status).toBe(404)
    await off.close()
  })
})

describe('a batch', () => {
  const opened = async (texts: string[] = []) => {
    const overrides = { database: fixture('magazine.sqlite'), extensions: EXTENSION_NAMES }
    const project = await loadProject(fixture('magazine'), overrides, {})
    const { database, dialect } = await backendOf(project.settings.database).open(project.settings.database)
    return { database, ...(await buildApp(project, counted(database, texts), dialect)) }
  }

  const send = (urls: readonly string[], app: App) => {
    const headers = { 'content-type': 'application/json' }
    return answer({ method: 'POST', url: '/_batch', headers, body: JSON.stringify({ queries: named(urls) }) }, app)
  }

  it('runs one statement, or none if nothing has changed', async () => {
    const texts: string[] = []
    const { database, app } = await opened(texts)
    await send(['/api/nothing'], app)
    const before = texts.length
    const { body } = await send(BEYOND.slice(0, 12), app)
    expect(texts).toHaveLength(before + 1)
    expect((await send(BEYOND.slice(0, 12), app)).body).toBe(body)
    await send(['/api/nothing', '/api/articles?fields=nope'], app)
    expect(texts).toHaveLength(before + 1)
    await database.close()
  })

  it('lets other requests run between two queries, also between refused ones', async () => {
    const { database, app } = await opened()
    const turns: string[] = []
    const caches: App['caches'] = {
      ...app.caches,
      batch: (key, asked, prepare) =>
        app.caches.batch(key, asked, (inTurn) =>
          prepare((url, work) => {
            turns.push(url)
            return inTurn(url, work)
          }),
        ),
    }
    const urls = ['/api/articles?populate=author', '/api/tags?populate[**]=9', '/api/homepage']
    await send(urls, { ...app, caches })
    expect(turns).toEqual([...urls, `?${urls.join('&')}`])
    await database.close()
  })
})
