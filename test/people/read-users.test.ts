/** `/api/users`: bare lists, one user, and their number, for callers who may. */

import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Asker, askerOf } from '../support/ask.ts'
import { DATABASES, openSite, type Site } from '../writes/site.ts'
import { commandLine } from './site.ts'

const USERS = 'plugin::users-permissions.user'
const NAMES = ['ada', 'bob', 'cleo']

describe.each(DATABASES)('on %s', (kind) => {
  let site: Site
  let asker: Asker
  const lectern = async (...words: readonly string[]) => {
    const { code, err } = await commandLine([...words, '--project', site.folder, '--database', site.database])
    expect({ code, err }).toEqual({ code: 0, err: '' })
  }
  const read = async (path: string): Promise<unknown> => (await site.lectern.fetch(path)).json()

  beforeAll(async () => {
    site = await openSite(kind, { types: { note: { attributes: { text: { type: 'string' } } } }, permissions: [] })
    for (const name of NAMES) {
      await lectern('user', 'create', '--username', name, '--email', `${name}@example.com`)
    }
    await lectern('role', 'allow', 'public', `${USERS}.find`, `${USERS}.findOne`, `${USERS}.count`)
    asker = askerOf(site.lectern)
  })
  afterAll(() => site?.close())

  it('lists all of them, bare, without private attributes', async () => {
    const users = await read('/api/users')
    expect(users).toMatchObject(NAMES.map((username) => ({ username, email: `${username}@example.com` })))
    expect(Object.keys((users as readonly object[])[0] ?? {})).toEqual([
      ...['id', 'documentId', 'username', 'email', 'provider', 'confirmed', 'blocked'],
      ...['createdAt', 'updatedAt', 'publishedAt'],
    ])
  })

  it('filters, sorts, reduces and limits', async () => {
    const names = async (query: string) =>
      ((await read(`/api/users?fields=username&${query}`)) as readonly { readonly username: string }[]).map(
        ({ username }) => username,
      )
    expect(await names('sort=username:desc')).toEqual(['cleo', 'bob', 'ada'])
    expect(await names('filters[username][$contains]=o')).toEqual(['bob', 'cleo'])
    expect(await names('start=1&limit=1')).toEqual(['bob'])
    expect(await names('pagination[page]=2&pagination[pageSize]=2')).toEqual(['cleo'])
    expect(await names('_q=ada')).toEqual(['ada'])
    expect(await names('foo=bar&filters[id][$lt]=0')).toEqual([])
  })

  it('takes a star for true, as Strapi does in bare responses only', async () => {
    await lectern('role', 'allow', 'public', 'plugin::users-permissions.role.find', 'api::note.note.find')
    const shown = { role: { type: 'authenticated' } }
    expect(await read('/api/users/1?populate[role]=*')).toMatchObject(shown)
    expect(await read('/api/users?populate[role]=*&filters[id]=1')).toMatchObject([shown])
    expect((await site.lectern.fetch('/api/users/1?populate[role]=name')).status).toBe(400)
  })

  it('reads one, by its id', async () => {
    expect(await read('/api/users/2?fields=username')).toMatchObject({ id: 2, username: 'bob' })
    for (const absent of ['9', '0', '2x', 'abc', '%00', '99999999999999999999', '2?filters[id]=3']) {
      expect((await site.lectern.fetch(`/api/users/${absent}`)).status, absent).toBe(204)
    }
  })

  it('counts them', async () => {
    expect(await read('/api/users/count')).toBe(3)
    expect(await read('/api/users/Count?filters[username][$contains]=o')).toBe(2)
    expect(await read('/api/users/count?filters[id]=0')).toBe(0)
  })

  it('refuses names of hidden and unknown attributes alike', async () => {
    for (const path of ['/api/users', '/api/users/1', '/api/users/count']) {
      for (const name of ['password', 'resetPasswordToken', 'nope']) {
        const { status, message } = await asker.refusal(`${path}?filters[${name}][$notNull]=true`)
        expect([status, message]).toEqual([400, `Invalid key ${name}`])
      }
    }
  })

  it('says where users are written', async () => {
    const response = await site.lectern.fetch('/api/users', { method: 'POST' })
    expect([response.status, await response.json()]).toMatchObject([
      405,
      { error: { details: { hint: expect.stringContaining('lectern user --help') } } },
    ])
  })

  it('is for callers who may', async () => {
    await lectern('role', 'deny', 'public', `${USERS}.find`, `${USERS}.findOne`, `${USERS}.count`)
    for (const path of ['/api/users', '/api/users/1', '/api/users/count']) {
      expect([401, 403], path).toContain((await site.lectern.fetch(path)).status)
    }
  })
})

it('leaves the path to a content type of that name', async () => {
  const types = { user: { attributes: { text: { type: 'string' } } } }
  const site = await openSite('SQLite', { types, permissions: ['api::user.user.find'] })
  try {
    expect(await (await site.lectern.fetch('/api/users')).json()).toMatchObject({ data: [], meta: {} })
  } finally {
    await site.close()
  }
})
