/** Responses and permissions of the explorer's endpoints. */

import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Description } from '../../src/explorer/description.ts'
import { type Lectern, openProject } from '../../src/index.ts'
import { ROOT } from '../structure/source-files.ts'
import { fixture } from '../support/fixture.ts'
import { AS_FULL_ACCESS, AS_READ_ONLY, AS_USER } from '../support/magazine.ts'
import { makeProject } from '../support/make-project.ts'
import { createMagazine } from '../support/postgres.ts'

const BUILT = join(ROOT, 'dist/public/explorer')
const LIMIT = 150 * 1024

type Headers = Readonly<Record<string, string>>

const open = (env: Record<string, string> = {}, database = fixture('magazine.sqlite')) =>
  openProject({ project: fixture('magazine'), database, env })

let lectern: Lectern
let production: Lectern

beforeAll(async () => {
  lectern = await open()
  production = await open({ NODE_ENV: 'production' })
  if (!existsSync(join(BUILT, 'index.html'))) throw new Error('The page is not built: npm run build comes first.')
})

afterAll(async () => {
  await lectern.close()
  await production.close()
})

async function schema(headers: Headers = {}): Promise<Description> {
  const response = await lectern.fetch('/_explorer/schema.json', { headers })
  expect(response.status).toBe(200)
  expect(response.headers.get('cache-control')).toBe('no-store')
  return (await response.json()) as Description
}

describe('the page', () => {
  it('is also served without its trailing slash', async () => {
    const response = await lectern.fetch('/_explorer')
    expect([response.status, response.headers.get('location')]).toEqual([308, '_explorer/'])
  })

  it('has a strict Content-Security-Policy', async () => {
    const response = await lectern.fetch('/_explorer/')
    expect(response.status).toBe(200)
    expect(response.headers.get('content-type')).toBe('text/html; charset=utf-8')
    const policy = response.headers.get('content-security-policy')
    expect(policy).toContain("default-src 'none'")
    expect(policy).toContain("connect-src 'self'")
    expect(policy).toContain("script-src 'self'")
    expect(policy).toContain("frame-ancestors 'none'")
    expect(policy).not.toContain('unsafe')
    expect(response.headers.get('x-content-type-options')).toBe('nosniff')
    expect(response.headers.get('referrer-policy')).toBe('no-referrer')
    expect(response.headers.get('cache-control')).toBe('no-cache')
  })

  it('names its assets by their content, so that caches may store them forever', async () => {
    const html = await (await lectern.fetch('/_explorer/')).text()
    const assets = [...html.matchAll(/(?:src|href)="([^"]+)"/g)].map(([, path = '']) => path)
    expect(assets.length).toBeGreaterThanOrEqual(3)
    for (const path of assets) {
      expect(path).toMatch(/^\.\/assets\/\w+-[\w-]{8}\.(?:js|css|svg)$/)
      const address = `/_explorer${path.slice(1)}`
      const response = await lectern.fetch(address)
      expect(response.status, path).toBe(200)
      expect(response.headers.get('cache-control')).toContain('immutable')
      const again = await lectern.fetch(address, { headers: { 'if-none-match': response.headers.get('etag') ?? '' } })
      expect(again.status).toBe(304)
    }
  })

  it('contains no schema', async () => {
    const text = readdirSync(BUILT, { recursive: true, encoding: 'utf8' })
      .filter((name) => /\.(?:html|js)$/.test(name))
      .map((name) => readFileSync(join(BUILT, name), 'utf8'))
      .join('\n')
    expect(text.length).toBeGreaterThan(10_000)
    expect(text).not.toContain('pressRelease')
    expect(text).not.toContain('internalNotes')
    // Texts of answers are never read as HTML.
    expect(readSource()).not.toMatch(/innerHTML|insertAdjacentHTML|document\.write/)
  })

  it('is small', () => {
    const files = readdirSync(BUILT, { recursive: true, encoding: 'utf8' }).filter((name) => /\.\w+$/.test(name))
    const sizes = files.map((name) => gzipSync(readFileSync(join(BUILT, name))).length)
    expect(sizes.length).toBeGreaterThanOrEqual(4)
    expect(sizes.reduce((sum, size) => sum + size, 0)).toBeLessThan(LIMIT)
  })

  it.each([
    '/_explorer/../docs/index.html',
    '/_explorer/%2e%2e/docs/index.html',
    '/_explorer/..%2fdocs%2findex.html',
    '/_explorer/assets/../../docs/index.html',
    '/_explorer/assets',
    '/_explorer//etc/passwd',
    '/_explorer/index.html.map',
    '/_explorerx',
  ])('does not serve %s', async (path) => {
    expect((await lectern.fetch(path)).status).toBe(404)
  })

  it('accepts no other methods', async () => {
    const response = await lectern.fetch('/_explorer', { method: 'POST' })
    expect([response.status, response.headers.get('allow')]).toEqual([405, 'HEAD, GET'])
  })
})

function readSource(): string {
  const folder = join(ROOT, 'explorer/src')
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.tsx?$/.test(name) && !name.includes('.test.'))
    .map((name) => readFileSync(join(folder, name), 'utf8'))
    .join('\n')
}

describe('in production', () => {
  it.each(['/_explorer', '/_explorer/schema.json', '/_explorer/explain/api/articles'])(
    'there is no %s',
    async (path) => {
      expect((await production.fetch(path, { headers: AS_FULL_ACCESS })).status).toBe(404)
      expect((await production.fetch(path, { method: 'OPTIONS' })).status).toBe(404)
    },
  )

  it('exists if the project enables it, but explains nothing to the public', async () => {
    const types = { note: { attributes: { text: { type: 'string' } } } }
    const project = await makeProject({ types, config: { api: { rest: { explorer: true } } } })
    try {
      const served = await project.open({ database: project.database, env: { NODE_ENV: 'production' } })
      expect((await served.fetch('/_explorer/')).status).toBe(200)
      const described = (await (await served.fetch('/_explorer/schema.json')).json()) as Description
      expect([described.types.map(({ name }) => name), described.explains]).toEqual([['notes'], false])
      expect((await served.fetch('/_explorer/explain/api/notes')).status).toBe(403)
    } finally {
      await project.remove()
    }
  })

  it('does not exist outside production if the project disables it', async () => {
    const types = { note: { attributes: { text: { type: 'string' } } } }
    const project = await makeProject({ types, config: { api: { rest: { explorer: false } } } })
    try {
      const served = await project.open({ database: project.database })
      expect((await served.fetch('/_explorer')).status).toBe(404)
    } finally {
      await project.remove()
    }
  })
})

describe('the schema', () => {
  it('has the types that the caller may find', async () => {
    const names = async (headers: Headers = {}) => (await schema(headers)).types.map(({ name }) => name)
    expect(await names()).not.toContain('memos')
    expect(await names()).toContain('articles')
    expect(await names(AS_USER)).toContain('memos')
    expect(await names(AS_READ_ONLY)).toContain('memos')
  })

  it('has neither a relation to a type that the caller may not find, nor that type', async () => {
    const memo = (description: Description) =>
      description.models['api::article.article']?.some(({ name }) => name === 'memo')
    const everybody = await schema()
    expect(memo(everybody)).toBe(false)
    expect(Object.keys(everybody.models)).not.toContain('api::memo.memo')
    expect(JSON.stringify(everybody)).not.toContain('memo')
    expect(memo(await schema(AS_FULL_ACCESS))).toBe(true)
  })

  it.each([
    ['everybody', {}],
    ['a full-access token', AS_FULL_ACCESS],
  ])('contains nothing private, for %s', async (_who, headers) => {
    const text = JSON.stringify(await schema(headers))
    for (const name of ['internalNotes', 'accessCode', 'privateReviewer', 'password', 'createdBy']) {
      expect(text).not.toContain(`"${name}"`)
    }
  })

  it('describes all models that it refers to', async () => {
    const { models, types } = await schema(AS_FULL_ACCESS)
    const targets = Object.values(models)
      .flat()
      .flatMap((attribute) =>
        'target' in attribute ? [attribute.target] : 'targets' in attribute ? attribute.targets : [],
      )
    expect(targets.length).toBeGreaterThan(20)
    expect([...targets, ...types.map(({ uid }) => uid)].filter((uid) => models[uid] === undefined)).toEqual([])
  })

  it('refuses an invalid token', async () => {
    const response = await lectern.fetch('/_explorer/schema.json', { headers: { authorization: 'Bearer nonsense' } })
    expect(response.status).toBe(401)
  })

  it.each([
    [{ 'sec-fetch-site': 'cross-site' }, 403],
    [{ 'sec-fetch-site': 'same-site' }, 403],
    [{ origin: 'https://evil.example' }, 403],
    [{ origin: 'null' }, 403],
    [{ origin: 'http://localhost:80' }, 200],
    [{ 'sec-fetch-site': 'same-origin' }, 200],
    [{ 'sec-fetch-site': 'none' }, 200],
  ])('is refused for other sites: %j', async (headers, status) => {
    expect((await lectern.fetch('/_explorer/schema.json', { headers })).status).toBe(status)
  })
})

describe('the explanation', () => {
  const asked = '/api/articles?filters[title][$contains]=x&filters[views][$gt]=1'

  const explain = async (headers: Headers = {}, path = asked) => {
    const response = await lectern.fetch(`/_explorer/explain${path}`, { headers })
    return {
      status: response.status,
      body: (await response.json()) as { sql: string; values: unknown[]; plan: string[] },
    }
  }

  it('has statement, values and plan', async () => {
    const { status, body } = await explain()
    expect(status).toBe(200)
    expect(body.sql).toMatch(/^select \(select count\(\*\) as total from /)
    expect(body.values).toContain('x')
    expect(body.plan.join('\n')).toMatch(/(?:SEARCH|SCAN) articles as t\d/)
    expect(body.plan.some((line) => line.startsWith('  '))).toBe(true)
  })

  it.each([
    ['through a proxy', { 'x-forwarded-for': '203.0.113.7' }],
    ['under another name', { host: 'evil.example' }],
    ['under a name that looks alike', { host: 'localhost.evil.example' }],
    ['from another site', { 'sec-fetch-site': 'cross-site' }],
  ])('is refused for requests %s', async (_how, headers) => {
    expect((await explain(headers)).status).toBe(403)
  })

  it('is available to a full-access token from anywhere, and to no lesser one', async () => {
    const away = { 'x-forwarded-for': '203.0.113.7' }
    expect((await explain({ ...away, ...AS_FULL_ACCESS })).status).toBe(200)
    expect((await explain({ ...away, ...AS_READ_ONLY })).status).toBe(403)
    expect((await explain({ ...away, ...AS_USER })).status).toBe(403)
    expect((await schema(away)).explains).toBe(false)
    expect((await schema()).explains).toBe(true)
  })

  it.each([
    ['/api/memos', 403],
    ['/api/articles?fields=internalNotes', 400],
    ['/api/nothing', 404],
    ['/api/upload/files', 404],
    ['/_health', 404],
  ])('reveals no more than the request itself: %s', async (path, status) => {
    expect((await explain({}, path)).status).toBe(status)
  })

  it("is PostgreSQL's own plan", async () => {
    const database = await createMagazine()
    const served = await open({}, database.url)
    try {
      const response = await served.fetch(`/_explorer/explain${asked}`)
      const { plan, sql } = (await response.json()) as { plan: string[]; sql: string }
      expect(sql).toContain('$1')
      expect(plan.join('\n')).toMatch(/cost=\d/)
    } finally {
      await served.close()
      await database.drop()
    }
  })
})
