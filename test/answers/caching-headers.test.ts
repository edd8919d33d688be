/** The headers of responses for caches. */

import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Lectern, openProject } from '../../src/index.ts'
import { fixture } from '../support/fixture.ts'
import { AS_READ_ONLY } from '../support/magazine.ts'
import { type MadeProject, makeProject } from '../support/make-project.ts'

const SPEC = {
  types: {
    page: {
      attributes: {
        title: { type: 'string' },
        author: { type: 'relation', relation: 'manyToOne', target: 'api::author.author' },
      },
    },
    author: { attributes: { name: { type: 'string' } } },
  },
  rows: { pages: [{ id: 1, document_id: 'one', title: 'One' }] },
} as const

const rest = { maxAge: 5, sharedMaxAge: 60, cacheTag: true, serverTiming: false }

let projects: readonly MadeProject[]
let plain: Lectern
let told: Lectern

beforeAll(async () => {
  projects = [await makeProject(SPEC), await makeProject({ ...SPEC, config: { api: { rest } } })]
  const [first, second] = await Promise.all(projects.map((project) => project.open()))
  if (first === undefined || second === undefined) throw new Error('no project')
  plain = first
  told = second
})
afterAll(async () => {
  for (const project of projects) await project.remove()
})

const headersOf = async (lectern: Lectern, path: string, headers = {}) =>
  Object.fromEntries((await lectern.fetch(path, { headers })).headers)

describe('a response to the public', () => {
  it('may be stored by all caches, and must be revalidated', async () => {
    expect(await headersOf(plain, '/api/pages')).toMatchObject({
      'cache-control': 'public, max-age=0, must-revalidate',
      vary: 'Authorization, Strapi-Response-Format, Accept-Encoding',
      etag: expect.stringMatching(/^W\/"[\w-]{27}"$/),
      'server-timing': expect.stringMatching(/^caller;dur=[\d.]+, prepare;dur=[\d.]+, database;dur=[\d.]+$/),
    })
    expect(await headersOf(plain, '/api/pages')).not.toHaveProperty('cache-tag')
  })

  it('has the cache headers that the project sets', async () => {
    const headers = await headersOf(told, '/api/pages?populate=author')
    expect(headers['cache-control']).toBe('public, max-age=5, s-maxage=60, must-revalidate')
    expect(headers['cache-tag']).toBe('api::author.author,api::page.page')
    expect(headers).not.toHaveProperty('server-timing')
    expect((await headersOf(told, '/api/pages'))['cache-tag']).toBe('api::page.page')
  })
})

describe('a response to an authenticated caller', () => {
  it('is private, even if it equals the public one', async () => {
    const lectern = await openProject({ project: fixture('magazine'), database: fixture('magazine.sqlite') })
    const shown = async (headers: Record<string, string>) => {
      const response = await lectern.fetch('/api/tags', { headers })
      return [response.status, response.headers.get('cache-control')]
    }
    expect(await shown(AS_READ_ONLY)).toEqual([200, 'private, max-age=0, must-revalidate'])
    expect(await shown({})).toEqual([200, 'public, max-age=0, must-revalidate'])
    expect(await shown({ authorization: 'Bearer nobody' })).toEqual([401, 'no-store'])
    await lectern.close()
  })
})

describe('a validator', () => {
  it('gets a 304 until something changes, and depends on the query', async () => {
    const first = await plain.fetch('/api/pages')
    const etag = first.headers.get('etag') ?? ''
    const again = await plain.fetch('/api/pages', { headers: { 'if-none-match': etag } })
    expect([again.status, await again.text(), again.headers.get('etag')]).toEqual([304, '', etag])
    expect(again.headers.get('cache-control')).toBe('public, max-age=0, must-revalidate')
    expect(again.headers.get('content-type')).toBeNull()
    const other = await plain.fetch('/api/pages?fields=title', { headers: { 'if-none-match': etag } })
    expect(other.status).toBe(200)
    const wrapped = { 'if-none-match': etag, 'strapi-response-format': 'v4' }
    expect((await plain.fetch('/api/pages', { headers: wrapped })).status).toBe(200)
    const among = { 'if-none-match': `"other", ${etag.replace('W/', '')}` }
    expect((await plain.fetch('/api/pages', { headers: among })).status).toBe(304)
  })

  it('reveals nothing about missing entries', async () => {
    const headers = { 'if-none-match': '*' }
    expect((await plain.fetch('/api/pages/one', { headers })).status).toBe(200)
    expect((await plain.fetch('/api/pages/none', { headers })).status).toBe(404)
  })

  it('is not sent if responses are not cached', async () => {
    const project = await makeProject({ ...SPEC, config: { api: { rest: { cache: false } } } })
    const lectern = await project.open()
    expect(await headersOf(lectern, '/api/pages')).not.toHaveProperty('etag')
    await project.remove()
  })
})

it('errors are not cacheable', async () => {
  const refused = await plain.fetch('/api/pages?filters[nothing]=1')
  expect([refused.status, refused.headers.get('cache-control')]).toEqual([400, 'no-store'])
})
