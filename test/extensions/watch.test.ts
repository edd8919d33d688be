/** Live responses: they send the response of `GET`, whichever program writes. */

import { setTimeout as pause } from 'node:timers/promises'
import { createSigner } from 'fast-jwt'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { hashToken } from '../../src/auth/api-token.ts'
import { migrateProject, openProject } from '../../src/index.ts'
import type { OpenApiDocument } from '../../src/openapi/document.ts'
import { fixture } from '../support/fixture.ts'
import { createMagazine, runScript } from '../support/postgres.ts'
import { DATABASES, openSite, type Site } from '../writes/site.ts'
import { eventually, openStream, readStream, type Stream, WATCHED_TYPES } from './watched.ts'

const TYPES = {
  ...WATCHED_TYPES,
  note: { attributes: { text: { type: 'string' } } },
  banner: { single: true, attributes: { text: { type: 'string' } } },
}

const SALT = 'salt'
const SECRET = 'a secret of users'
const CONFIG = {
  api: { rest: { extensions: ['watch', 'query', 'dates'] } },
  admin: { apiToken: { salt: SALT } },
  plugins: { 'users-permissions': { config: { jwtSecret: SECRET } } },
}

const MAGAZINE = { project: fixture('magazine'), env: {}, extensions: ['watch'] } as const

const bearer = (token: string) => ({ authorization: `Bearer ${token}` })

describe.each(DATABASES)('on %s', (kind) => {
  let site: Site
  const open: Stream[] = []

  beforeAll(async () => {
    site = await openSite(kind, { types: TYPES, config: CONFIG })
  })
  afterAll(async () => {
    await Promise.all(open.map((stream) => stream.leave()))
    await site.close()
  })

  const watch = async (path: string, headers: Readonly<Record<string, string>> = {}) => {
    const stream = await openStream(site.lectern, path, headers)
    open.push(stream)
    return stream
  }
  const text = async (path: string, headers = {}) => (await site.lectern.fetch(path, { headers })).text()
  const addToken = (name: string, type: string) =>
    site.sql(
      `insert into strapi_api_tokens (name, type, access_key) values ('${name}', '${type}', '${hashToken(name, SALT)}')`,
    )

  it('sends the response of GET at once, and again when it changes', async () => {
    const author = await site.create('/api/authors', { name: 'Ann' })
    const { documentId } = await site.create('/api/articles', { title: 'one', views: 1, author: author.documentId })
    await site.update('/api/banner', { text: 'welcome' })
    const paths = [
      ['/api/articles/actions/watch', '/api/articles'],
      ['/api/articles/actions/watch?populate=author&sort=views:desc', '/api/articles?populate=author&sort=views:desc'],
      [`/api/articles/${documentId}/actions/watch?populate=*`, `/api/articles/${documentId}?populate=*`],
      ['/api/banner/actions/watch', '/api/banner'],
    ] as const
    const streams = await Promise.all(paths.map(([path]) => watch(path)))
    const agree = async () => {
      for (const [index, [, path]] of paths.entries()) expect(streams[index]?.latest(), path).toBe(await text(path))
    }
    await eventually(agree)
    expect(streams.map(({ events }) => events.length)).toEqual([1, 1, 1, 1])
    await site.update(`/api/articles/${documentId}`, { title: 'two' })
    await site.update('/api/banner', { text: 'good-bye' })
    await site.update(`/api/authors/${author.documentId}`, { name: 'Bea' })
    await eventually(agree)
    const { headers } = streams[0]?.response ?? new Response()
    expect(headers.get('content-type')).toBe('text/event-stream; charset=utf-8')
    expect([headers.get('cache-control'), headers.get('x-accel-buffering')]).toEqual(['no-store', 'no'])
  })

  it('sends changes that another process wrote', async () => {
    const { documentId } = await site.create('/api/notes', { text: 'mine' })
    const stream = await watch('/api/notes/actions/watch')
    await site.sql(`update notes set text = 'of others' where document_id = '${documentId}'`)
    await eventually(async () => expect(stream.latest()).toContain('of others'))
    expect(stream.latest()).toBe(await text('/api/notes'))
  })

  it('sends nothing for changes of drafts, other types or rows that are not shown', async () => {
    const shown = await site.create('/api/articles', { title: 'shown', views: 1_000 })
    const hidden = await site.create('/api/articles', { title: 'hidden', views: 1 })
    const path = '/api/articles/actions/watch?filters[views][$gte]=500&fields=title'
    const stream = await watch(path)
    const whole = await watch('/api/articles/actions/watch?populate=author')
    await eventually(() => expect([stream.events.length, whole.events.length]).toEqual([1, 1]))
    await site.update(`/api/articles/${shown.documentId}?status=draft`, { title: 'a draft of it' })
    await site.create('/api/articles?status=draft', { title: 'a new draft', views: 2_000 })
    await site.create('/api/notes', { text: 'of another type' })
    await pause(2_500)
    expect([stream.events.length, whole.events.length]).toEqual([1, 1])
    await site.update(`/api/articles/${hidden.documentId}`, { title: 'still hidden' })
    await eventually(() => expect(whole.events.length).toBe(2))
    expect(stream.events.length).toBe(1)
    await site.entry(200, 'POST', `/api/articles/${shown.documentId}/actions/publish`)
    await eventually(() => expect(stream.latest()).toContain('a draft of it'))
    expect(stream.events.length).toBe(2)
  })

  it('sends only tags, and only new ones to a client that reconnects', async () => {
    const { documentId } = await site.create('/api/notes', { text: 'tagged' })
    const path = `/api/notes/${documentId}/actions/watch`
    const [tags, whole] = [await watch(`${path}?watch=etag&fields=text`), await watch(`${path}?fields=text`)]
    await eventually(() => expect([tags.events.length, whole.events.length]).toEqual([1, 1]))
    const id = whole.events[0]?.id ?? ''
    expect(tags.events[0]).toEqual({ id, name: 'answer', data: id })
    const again = await watch(`${path}?fields=text`, { 'last-event-id': id })
    const lost = await watch(`${path}?fields=text`, { 'last-event-id': 'of long ago' })
    await eventually(() => expect(lost.events).toEqual(whole.events))
    await site.update(`/api/notes/${documentId}`, { text: 'changed' })
    await eventually(() => expect(again.latest()).toContain('changed'))
    expect(again.events).toHaveLength(1)
    await eventually(() => expect(tags.events.at(-1)?.data).toBe(again.events[0]?.id))
  })

  it('supports the format of version 4, and queries in bodies', async () => {
    const path = '/api/notes'
    const wrapped = await watch(`${path}/actions/watch`, { 'strapi-response-format': 'v4' })
    await eventually(async () => expect(wrapped.latest()).toBe(await text(path, { 'strapi-response-format': 'v4' })))
    const init = {
      method: 'QUERY',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body: 'fields=text&watch=etag',
    }
    const asked = readStream(await site.lectern.fetch(`${path}/actions/watch`, init))
    open.push(asked)
    await eventually(() => expect(asked.events[0]?.data).toMatch(/^[\w-]{27}$/))
  })

  it('answers mistakes as GET does', async () => {
    const both = async (path: string, query = '') => {
      const [live, plain] = [await site.lectern.fetch(`${path}/actions/watch${query}`), await text(`${path}${query}`)]
      expect(await live.text(), path).toBe(plain)
      expect(JSON.parse(plain)).toHaveProperty('error.status', live.status)
      return live.status
    }
    expect(await both('/api/articles', '?filters[nope]=1')).toBe(400)
    expect(await both('/api/articles/unknown')).toBe(404)
    expect(await both('/api/articles', '?sort=title:up')).toBe(400)
    for (const query of ['watch=body', 'watch', 'watch=etag&watch=etag', 'watch[0]=etag']) {
      const response = await site.lectern.fetch(`/api/articles/actions/watch?${query}`)
      expect([query, response.status]).toEqual([query, 400])
      expect(await response.text()).toContain('It can only be watch=etag')
    }
    expect((await site.lectern.fetch('/api/articles/actions/watch', { method: 'POST' })).status).toBe(405)
    expect((await site.lectern.fetch('/api/nothing/actions/watch')).status).toBe(404)
  })

  it('answers HEAD without a stream', async () => {
    const head = (path: string) => site.lectern.fetch(path, { method: 'HEAD' })
    const response = await head('/api/articles/actions/watch')
    expect([response.status, response.headers.get('content-type')]).toEqual([200, 'text/event-stream; charset=utf-8'])
    expect((await head('/api/articles/unknown/actions/watch')).status).toBe(404)
  })

  it('ends when the entry is deleted', async () => {
    const { documentId } = await site.create('/api/notes', { text: 'for a while' })
    const stream = await watch(`/api/notes/${documentId}/actions/watch`)
    await site.ask('DELETE', `/api/notes/${documentId}`)
    await stream.over
    expect(stream.events.at(-1)).toMatchObject({ name: 'end', data: await text(`/api/notes/${documentId}`) })
  })

  it('ends when a token is revoked, and sends it nothing more', async () => {
    await addToken('gone-soon', 'full-access')
    await addToken('stays', 'full-access')
    const { documentId } = await site.create('/api/notes', { text: 'of the token' })
    const path = `/api/notes/${documentId}/actions/watch`
    const [gone, stays] = [await watch(path, bearer('gone-soon')), await watch(path, bearer('stays'))]
    await eventually(() => expect(gone.events).toHaveLength(1))
    await site.sql(`delete from strapi_api_tokens where name = 'gone-soon'`)
    await site.update(`/api/notes/${documentId}`, { text: 'secret' })
    await gone.over
    expect(gone.events.at(-1)?.name).toBe('end')
    expect(gone.events.at(-1)?.data).toBe(await text('/api/notes', bearer('gone-soon')))
    expect(JSON.stringify(gone.events)).not.toContain('secret')
    await eventually(() => expect(stays.latest()).toContain('secret'))
  })

  it('follows changed permissions of a role, and ends without any', async () => {
    const author = await site.create('/api/authors', { name: 'Visible' })
    await site.create('/api/articles', { title: 'by', author: author.documentId })
    const stream = await watch('/api/articles/actions/watch?populate=author')
    await eventually(() => expect(stream.latest()).toContain('Visible'))
    const links = `from up_permissions_role_lnk where permission_id in (select id from up_permissions where action = `
    await site.sql(`delete ${links}'api::author.author.find')`)
    await eventually(() => expect(stream.latest()).not.toContain('Visible'))
    expect(stream.latest()).toBe(await text('/api/articles?populate=author'))
    await site.sql(`delete ${links}'api::article.article.find')`)
    await stream.over
    expect(stream.events.at(-1)?.data).toContain('"status":403')
    await site.sql(
      `insert into up_permissions_role_lnk (permission_id, role_id) select p.id, r.id from up_permissions as p cross join up_roles as r where p.action in ('api::author.author.find', 'api::article.article.find') and r.type = 'public'`,
    )
  })

  it('ends when the token of a user expires', async () => {
    await site.sql(
      `insert into up_users (username, email, provider, confirmed, blocked) values ('kim', 'kim@site.example', 'local', ${kind === 'SQLite' ? '1, 0' : 'true, false'})`,
    )
    await site.sql(
      `insert into up_users_role_lnk (user_id, role_id) select u.id, r.id from up_users as u cross join up_roles as r where r.type = 'public'`,
    )
    const [[id] = []] = await site.sql(`select id from up_users where username = 'kim'`)
    const token = createSigner({ key: SECRET, expiresIn: 3_000 })({ id })
    const stream = await watch('/api/notes/actions/watch', bearer(token))
    await eventually(() => expect(stream.events).toHaveLength(1))
    await stream.over
    expect(stream.events.at(-1)?.data).toBe(await text('/api/notes', bearer(token)))
    expect(stream.events.at(-1)?.data).toContain('"status":401')
  })
})

describe('descriptions', () => {
  it('have the paths in OpenAPI, and the header in the CORS headers', async () => {
    const site = await openSite('SQLite', { types: TYPES, config: CONFIG, permissions: ['api::note.note.find'] })
    const document = (await (await site.lectern.fetch('/_openapi.json')).json()) as OpenApiDocument
    const live = Object.keys(document.paths).filter((path) => path.endsWith('/actions/watch'))
    expect(live).toEqual(['/api/notes/actions/watch'])
    const { get } = document.paths['/api/notes/actions/watch'] ?? {}
    expect(Object.keys(get?.responses[200] ?? {})).toContain('content')
    expect(get?.parameters?.map((one) => ('name' in one ? one.name : one.$ref))).toEqual(
      expect.arrayContaining(['filters', 'watch', 'Last-Event-ID', '#/components/parameters/paginationParameter']),
    )
    const preflight = await site.lectern.fetch('/api/notes/actions/watch', {
      method: 'OPTIONS',
      headers: { origin: 'https://site.example', 'access-control-request-method': 'GET' },
    })
    expect(preflight.headers.get('access-control-allow-headers')).toContain('Last-Event-ID')
    const stream = await openStream(site.lectern, '/api/notes/actions/watch', { origin: 'https://site.example' })
    expect(stream.response.headers.get('access-control-allow-origin')).toBe('*')
    await stream.leave()
    await site.close()
  })
})

describe('without change tracking', () => {
  it('refuses, and says what to do', async () => {
    const database = await createMagazine()
    const foreign = 'create foreign data wrapper far; create server away foreign data wrapper far;'
    await runScript(database.url, `${foreign} create foreign table distant (id integer) server away`)
    const open = () => openProject({ ...MAGAZINE, database: database.url })
    const lectern = await open()
    for (const method of ['GET', 'HEAD']) {
      expect((await lectern.fetch('/api/tags/actions/watch', { method })).status).toBe(501)
    }
    const { error } = (await (await lectern.fetch('/api/tags/actions/watch')).json()) as {
      readonly error: { readonly name: string; readonly details: { readonly hint: string } }
    }
    expect([error.name, error.details.hint]).toEqual([
      'NotImplementedError',
      expect.stringContaining('migrate --adopt'),
    ])
    // Invalid requests are reported first, and ordinary lists still work.
    expect((await lectern.fetch('/api/nothing/actions/watch')).status).toBe(404)
    expect((await lectern.fetch('/api/tags')).status).toBe(200)
    await lectern.close()
    await migrateProject({ ...MAGAZINE, database: database.url, adopt: true })
    const adopted = await open()
    const stream = await openStream(adopted, '/api/tags/actions/watch')
    await eventually(() => expect(stream.events).toHaveLength(1))
    await adopted.close()
    await database.drop()
  })
})

describe('without the extension', () => {
  it('the path is unknown, with a hint that names the extension', async () => {
    const site = await openSite('SQLite', { types: TYPES })
    for (const path of ['/api/articles/actions/watch', '/api/banner/actions/watch', '/api/articles/x/actions/watch']) {
      const { status, error } = await site.ask('GET', path)
      expect([path, status]).toEqual([path, 404])
      expect(error?.details.hint).toContain("rest.extensions: ['watch']")
    }
    await site.close()
  })
})
