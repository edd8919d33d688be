/** Every request runs one statement for its content, and the caller's permissions are read only once. */

import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { answer } from '../../src/answer/answer.ts'
import type { App } from '../../src/answer/app.ts'
import { backendOf } from '../../src/dialects/backends.ts'
import { buildApp } from '../../src/open/build-app.ts'
import { loadProject } from '../../src/project/load-project.ts'
import { counted } from '../support/counted.ts'
import { fixture } from '../support/fixture.ts'
import { AS_READ_ONLY, AS_USER } from '../support/magazine.ts'

let app: App
let close: () => Promise<void>
const statements: string[] = []

beforeAll(async () => {
  const project = await loadProject(fixture('magazine'), { database: fixture('magazine.sqlite') }, {})
  const { database, dialect } = await backendOf(project.settings.database).open(project.settings.database)
  app = (await buildApp(project, counted(database, statements), dialect)).app
  close = () => database.close()
})
afterAll(() => close())

const get = async (url: string, headers: Readonly<Record<string, string>> = {}) => {
  const response = await answer({ method: 'GET', url, headers }, app)
  expect(response.status).toBe(200)
  return JSON.parse(String(response.body)) as { data: unknown; meta: unknown }
}

const DEEP_ZONE = 'populate[sections][on][blocks.cta][populate][articles][populate][author][populate]=mentor'

describe('one content statement', () => {
  beforeEach(async () => {
    await get('/api/tags')
    statements.length = 0
  })

  it.each([
    ['plain list', '/api/articles'],
    ['without count', '/api/articles?pagination[withCount]=false'],
    ['by offset', '/api/articles?pagination[start]=10&pagination[limit]=5'],
    ['populate=*', '/api/articles?populate=*'],
    ['populate=* without count', '/api/articles?populate=*&pagination[withCount]=false'],
    ['depth-4 populate', '/api/articles?populate=author.articles.categories.parent'],
    ['dynamic zone', '/api/articles?populate[sections][populate]=*'],
    ['dynamic zone with on', `/api/articles?populate[sections][on][blocks.quote][populate]=*&${DEEP_ZONE}`],
    ['relations to any type', '/api/comments?populate=*'],
    [
      'deep filters',
      '/api/articles?filters[author][articles][categories][parent][name][$contains]=a&filters[$or][0][tags][color]=red&filters[$or][1][reviews][stars]=5',
    ],
    [
      'deep filters with count and populate',
      '/api/articles?filters[author][articles][title][$contains]=a&populate=*&sort=author.mentor.name:desc',
    ],
    ['every locale of a draft', '/api/articles?locale=*&status=draft&populate=localizations'],
    ['search', '/api/articles?_q=harbor&populate=author'],
    ['one entry', '/api/articles/qnjh2e6ua8b9g28y3g2c93ey?populate=*'],
    ['a single type', '/api/homepage?status=draft&populate=*'],
    ['nothing found', '/api/articles?filters[title]=none&populate=*'],
  ])('%s', async (_, url) => {
    await get(url)
    expect(statements).toHaveLength(1)
  })

  it('a refused request runs none', async () => {
    const refused = answer({ method: 'GET', url: '/api/articles?filters[nothing]=1', headers: {} }, app)
    await expect(refused).rejects.toMatchObject({ code: 'KEY_INVALID' })
    expect(statements).toEqual([])
  })

  it('withCount=false runs no count', async () => {
    await get('/api/articles?pagination[withCount]=false&filters[views][$gt]=7')
    expect(statements.join()).not.toMatch(/count\s*\(/i)
    await get('/api/articles?pagination[withCount]=true&filters[views][$gt]=7')
    expect(statements.join()).toMatch(/count\s*\(/i)
  })

  it('a known total is not counted again', async () => {
    const first = await get('/api/articles?filters[views][$gt]=8&pagination[pageSize]=2')
    statements.length = 0
    const second = await get('/api/articles?filters[views][$gt]=8&pagination[pageSize]=2&fields=title&sort=title')
    expect(statements.join()).not.toMatch(/count\s*\(/i)
    expect(second.meta).toEqual(first.meta)
    await get('/api/articles?filters[views][$gt]=9')
    expect(statements.join()).toMatch(/count\s*\(/i)
  })

  // The statement of a first page has no offset; those of later pages differ only in a bound value.
  it('requests that differ only in values share a statement', async () => {
    await get('/api/articles?filters[views][$gt]=10&filters[title][$contains]=a&pagination[page]=2')
    await get('/api/articles?filters[views][$gt]=999&filters[title][$contains]=b&pagination[page]=3')
    expect(new Set(statements).size).toBe(1)
  })
})

describe('the caller’s permissions', () => {
  it.each([
    ['the public', {}],
    ['a token', AS_READ_ONLY],
    ['a user', AS_USER],
  ])('of %s: a second request runs no statement for them', async (_, headers) => {
    await get('/api/articles', headers)
    statements.length = 0
    // Another request, since the response to the same one is cached.
    await get('/api/articles?fields=title', headers)
    expect(statements).toHaveLength(1)
    expect(statements[0]).toContain('"articles"')
  })
})
