/**
 * A request that differs from earlier ones only in values is read without the pipeline. Its response is the one that
 * the pipeline would make, for every caller and after any change, whether or not responses are cached.
 */

import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openSite, type Site, type SiteSpec } from '../writes/site.ts'

const TYPES: SiteSpec['types'] = {
  page: {
    attributes: { title: { type: 'string' }, links: { type: 'integer' }, secret: { type: 'string', private: true } },
  },
}

const NOT_CACHED = { config: { api: { rest: { cache: false } } } }

const WORDS = ['zero', 'one', 'two', 'three', 'four']

describe.each([
  ['SQLite', 'cached', {}],
  ['SQLite', 'not cached', NOT_CACHED],
  ['PostgreSQL', 'cached', {}],
  ['PostgreSQL', 'not cached', NOT_CACHED],
] as const)('on %s, where responses are %s', (kind, how, more) => {
  let site: Site
  const documents: string[] = []

  beforeAll(async () => {
    site = await openSite(kind, { types: TYPES, ...more })
    for (const [links, title] of WORDS.entries()) {
      documents.push((await site.create('/api/pages', { title, links: links * 11 })).documentId)
    }
  })
  afterAll(() => site.close())

  const read = async (path: string) => {
    const { status, headers, text } = await site.ask('GET', path)
    // Templates are made after the response.
    await new Promise(setImmediate)
    const { date: _now, 'server-timing': timing, ...rest } = Object.fromEntries(headers)
    return { status, text, rest, stages: timing?.replaceAll(/;dur=[\d.]+/g, '') }
  }

  /** Through the pipeline: no request with this parameter was sent before. */
  let others = 0
  const readOtherwise = (path: string) => {
    others += 1
    return read(`${path}${path.includes('?') ? '&' : '?'}other${others}=x`)
  }

  const SHAPES: Readonly<Record<string, () => readonly string[]>> = {
    'a text': () => WORDS.map((word) => `/api/pages?filters[title]=${word}&fields=title`),
    'a pattern': () => WORDS.map((word) => `/api/pages?filters[title][$containsi]=${word.toUpperCase()}&fields=links`),
    'a number': () => [22, 33, 44, 55].map((links) => `/api/pages?filters[links][$gte]=${links}&sort=links`),
    'a document': () => documents.map((id) => `/api/pages/${id}?fields=title`),
    'several values': () => WORDS.map((word) => `/api/pages?filters[$or][0][title]=${word}&filters[$or][1][links]=44`),
    'a page without a total': () =>
      WORDS.map((word) => `/api/pages?filters[title][$ne]=${word}&pagination[withCount]=false`),
  }

  it.each(Object.keys(SHAPES))('reads %s without the pipeline, with the same response', async (name) => {
    const [first = '', second = '', ...later] = SHAPES[name]?.() ?? []
    await read(first)
    await read(second)
    for (const path of later) {
      const { stages, ...response } = await read(path)
      expect(stages, path).toBe('database')
      const { stages: otherStages, ...expected } = await readOtherwise(path)
      expect(otherStages).toContain('prepare')
      expect(response, path).toEqual(expected)
      expect(response.status).toBe(200)
    }
  })

  it('uses the cached response when a similar request is repeated', async () => {
    const paths = WORDS.map((word) => `/api/pages?filters[title][$startsWith]=${word}`)
    for (const path of paths) await read(path)
    const again = await Promise.all(paths.slice(2).map(read))
    expect(again.map(({ stages }) => stages)).toEqual(Array(3).fill(how === 'cached' ? 'cache' : 'database'))
  })

  it('does not find a missing entry', async () => {
    for (const id of documents) await read(`/api/pages/${id}?fields=links`)
    const missing = await read(`/api/pages/${'z9'.repeat(12)}?fields=links`)
    expect(missing.status).toBe(404)
    const { stages: _stages, ...expected } = await readOtherwise(`/api/pages/${'z9'.repeat(12)}?fields=links`)
    expect({ ...missing, stages: undefined }).toEqual({ ...expected, stages: undefined })
  })

  it.each(['secret', 'nothing'])('refuses a hidden or unknown name each time: %s', async (name) => {
    for (const word of WORDS) expect((await read(`/api/pages?filters[${name}]=${word}`)).status).toBe(400)
  })

  it('shows changes immediately', async () => {
    const path = (word: string) => `/api/pages?filters[title]=${word}&fields=links`
    for (const word of ['abc', 'def', 'ghi']) expect((await read(path(word))).text).toContain('"data":[]')
    await site.create('/api/pages', { title: 'def' })
    expect((await read(path('def'))).text).toContain('documentId')
    expect((await read(path('jkl'))).text).toContain('"data":[]')
  })

  it('is refused as soon as the permission is revoked', async () => {
    const path = (word: string) => `/api/pages?filters[title][$eqi]=${word}`
    for (const word of WORDS) await read(path(word))
    await site.sql('delete from up_permissions')
    const refused = await Promise.all(['abc', 'def', 'zero'].map((word) => read(path(word))))
    // As in Strapi: a request without a token is a 401 if the public may do nothing at all.
    expect(refused.map(({ status }) => status)).toEqual([401, 401, 401])
  })
})
