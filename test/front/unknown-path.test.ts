/** A 404 under the prefix names the paths that this caller may read, and no others. */

import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Lectern } from '../../src/index.ts'
import { type Asker, askerOf } from '../support/ask.ts'
import { AS_FULL_ACCESS, AS_USER, type Magazine, openMagazine } from '../support/magazine.ts'
import { type MadeProject, makeProject } from '../support/make-project.ts'
import { openSite } from '../writes/site.ts'

/** Paths that Strapi has and Lectern has not. */
const OF_USERS = ['/api/auth/local/register', '/api/auth/forgot-password', '/api/users/1/x', '/api/connect/x']

let magazine: Magazine
let strapi: Magazine
beforeAll(async () => {
  magazine = await openMagazine()
  strapi = await openMagazine('strapi')
})
afterAll(async () => {
  await magazine.close()
  await strapi.close()
})

describe('a path that leads nowhere', () => {
  it.each([
    ['/api/article', 'Did you mean /api/articles?'],
    ['/api/artcles', 'Did you mean /api/articles?'],
    ['/API/Article?sort=title', 'Did you mean /api/articles?'],
    ['/api/article/x', 'Did you mean /api/articles?'],
    ['/api/articles/x/actions/publsh', 'Did you mean …/actions/publish?'],
    ['/api/articles/x/publish', 'Did you mean …/actions/publish?'],
    ['/api/homepage/discard', 'Did you mean …/actions/discard?'],
    ['/api/articles/x/y', 'The paths here are /api/articles and /api/articles/:documentId'],
    ['/api//articles', 'There are two slashes where one belongs: /api/articles'],
    ['/api/api/articles', 'The path has /api twice: /api/articles'],
    ['/api/v1/articles', 'Paths have no version in them: /api/articles'],
    ['/api/zzzzzzzzzz', undefined],
    [`/api/${'article'.repeat(1000)}`, undefined],
    ['/api', undefined],
    ['/api/', undefined],
  ])('%s', async (path, hint) => {
    const { status, message, details } = await magazine.refusal(path)
    expect([status, message, details.hint]).toEqual([404, 'Not Found', hint])
    expect(details.paths).toEqual(expect.arrayContaining(['/api/articles', '/api/authors']))
  })

  it('of a plugin is said to be one', async () => {
    const project = await makeProject({
      types: { page: { attributes: {} } },
      config: { plugins: { navigation: { enabled: true } } },
    })
    const ask = async (profile: 'contract' | 'strapi', path: string) => {
      const response = await (await project.open({ profile })).fetch(path)
      return [response.status, JSON.stringify(await response.json()).includes('plugin navigation')]
    }
    expect(await ask('contract', '/api/navigation/render/1')).toEqual([404, true])
    expect(await ask('contract', '/api/comments')).toEqual([404, false])
    expect(await ask('strapi', '/api/navigation/render/1')).toEqual([404, true])
    expect(await ask('strapi', '/api/comments')).toEqual([404, false])
    await project.remove()
  })

  it('is in the response to a write, too', async () => {
    const response = await magazine.lectern.fetch('/api/article', { method: 'POST' })
    expect(await response.json()).toMatchObject({ error: { status: 404, details: { hint: expect.any(String) } } })
  })

  it('looks the same whether there is a type that the caller may not find, or none', async () => {
    for (const path of ['/api/memo', '/api/memoss', '/api/memos/x/y', '/api/memo/1']) {
      const error = await magazine.refusal(path)
      expect(error, path).toEqual(await magazine.refusal('/api/qqqq'))
      expect(JSON.stringify(error), path).not.toContain('memo')
    }
    expect((await magazine.refusal('/api/memo', AS_USER)).details.hint).toBe('Did you mean /api/memos?')
    expect((await magazine.refusal('/api/x', AS_FULL_ACCESS)).details.paths).toContain('/api/memos')
  })

  it('names nothing to a caller who cannot be identified', async () => {
    const { status, details } = await magazine.refusal('/api/article', { authorization: 'Bearer nonsense' })
    expect([status, details]).toEqual([404, {}])
  })

  it('refuses a wrong token where Strapi has a path, as Strapi does', async () => {
    const path = '/api/users-permissions/roles'
    for (const { refusal } of [magazine, strapi]) {
      expect(await refusal(path, { authorization: 'Bearer nonsense' })).toMatchObject({
        status: 401,
        name: 'UnauthorizedError',
      })
      expect((await refusal(path, AS_FULL_ACCESS)).status).toBe(404)
    }
  })

  it('names the prefix outside of it, and no content', async () => {
    for (const path of ['/articles', '/apis/article', '/_nothing']) {
      expect((await magazine.refusal(path)).details, path).toEqual({ hint: 'Paths of entries begin with /api/' })
    }
    expect((await magazine.refusal('/uploads/none.png')).details).toEqual({})
  })

  it('says of paths of Strapi and its plugins what there is instead', async () => {
    for (const path of ['/graphql', '/api/graphql', '/api/GraphQL/']) {
      expect((await magazine.refusal(path)).details.hint, path).toContain('no GraphQL')
    }
    expect((await magazine.refusal('/api/admin')).details.hint).toContain('no admin panel')
    expect((await magazine.refusal('/admin/auth/login')).details.hint).toContain('no admin panel')
    expect((await magazine.refusal('/documentation/v1.0.0')).details.hint).toContain('/_docs')
    for (const path of [...OF_USERS, '/api/users-permissions/roles']) {
      expect((await magazine.refusal(path)).details.hint, path).toContain('send requests for this path to Strapi')
    }
  })

  it('names what would have to be switched on to be there', async () => {
    expect((await magazine.refusal('/_mcp')).details.hint).toContain("rest.extensions: ['mcp'] in config/api")
    expect((await magazine.refusal('/_batch')).details.hint).toContain("rest.extensions: ['batch'] in config/api")
    expect((await magazine.refusal('/_metrics')).details.hint).toContain('rest.metrics: true in config/api')
  })

  it('is answered as Strapi does in its profile', async () => {
    const paths = [
      '/api/article',
      '/articles',
      '/_mcp',
      '/graphql',
      '/api/graphql',
      '/api/auth/login',
      '/api/users/1/x',
    ]
    for (const path of paths) {
      expect((await strapi.refusal(path)).details, path).toEqual({})
    }
  })

  it.each([
    '/api/auth/local/register',
    '/api/auth/forgot-password',
    '/api/auth/email-confirmation?confirmation=x',
    '/api/auth/refresh',
    '/api/auth/github/callback',
    '/api/connect/github',
    '/api/users-permissions/roles',
    '/api/users-permissions/roles/1',
  ])('says why it is not here in that profile, too, where Strapi has it: %s', async (path) => {
    expect((await strapi.refusal(path)).details.hint).toContain('send requests for this path to Strapi')
  })

  it.each(['/api/upload', '/api/upload?id=1', '/api/articles/x/actions/publish'])(
    'says that the database is only read, where it is written: %s',
    async (path) => {
      for (const { lectern } of [magazine, strapi]) {
        const response = await lectern.fetch(path, { method: 'POST' })
        const details = { hint: expect.stringContaining('send writes to Strapi') }
        expect(await response.json()).toMatchObject({ error: { status: 404, details } })
      }
    },
  )

  it('names GraphQL in that profile to projects that have it', async () => {
    const project = await makeProject({
      types: { page: { attributes: {} } },
      config: { plugins: { graphql: { enabled: true } } },
    })
    const response = await (await project.open({ profile: 'strapi' })).fetch('/graphql', { method: 'POST' })
    expect(await response.json()).toMatchObject({
      error: { status: 404, details: { hint: expect.stringContaining('no GraphQL') } },
    })
    await project.remove()
  })

  it.each(['GET', 'HEAD'])('is one that is only written, to %s in that profile', async (method) => {
    for (const path of ['/api/auth/local', '/api/upload']) {
      expect((await strapi.lectern.fetch(path, { method })).status, path).toBe(404)
    }
    expect((await magazine.lectern.fetch('/api/auth/local', { method })).status).toBe(405)
    expect((await strapi.lectern.fetch('/api/auth/local', { method: 'PUT' })).status).toBe(405)
  })
})

it('names the command line for users, on a database of its own', async () => {
  const site = await openSite('SQLite', { types: { note: { attributes: { text: { type: 'string' } } } } })
  try {
    const { refusal } = askerOf(site.lectern)
    for (const path of OF_USERS) expect((await refusal(path)).details.hint, path).toContain('lectern user --help')
    expect((await refusal('/api/auth/local/register')).details.hint).toContain('no registration')
    expect((await refusal('/api/connect/github')).details.hint).toContain('no sign-in with other providers')
    expect((await refusal('/api/auth/change-password')).details.hint).toContain('Passwords are changed')
    expect((await refusal('/api/users-permissions/roles')).details.hint).toContain('lectern role --help')
  } finally {
    await site.close()
  }
})

describe('single types, and a public that may do nothing', () => {
  let project: MadeProject
  let asker: Asker
  let lectern: Lectern
  beforeAll(async () => {
    const attributes = { text: { type: 'string' } }
    project = await makeProject({ types: { home: { attributes, kind: 'singleType' }, note: { attributes } } })
    lectern = await project.open({ database: project.database })
    asker = askerOf(lectern)
  })
  afterAll(() => project.remove())

  it('are hinted at by their own path', async () => {
    expect((await asker.refusal('/api/homes')).details).toEqual({
      hint: 'Did you mean /api/home?',
      paths: ['/api/home', '/api/notes'],
    })
    expect((await asker.refusal('/api/home/x')).details.hint).toBe('The only path here is /api/home')
  })

  it('get a plain 404', async () => {
    const closed = await makeProject({ types: { note: { attributes: { text: { type: 'string' } } } }, permissions: [] })
    try {
      const served = askerOf(await closed.open({ database: closed.database }))
      expect(await served.refusal('/api/note')).toMatchObject({ status: 404, details: {} })
    } finally {
      await closed.remove()
    }
  })
})
