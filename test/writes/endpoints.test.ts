/** Each way to write, what it answers, and what can be read after it. */

import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { DATABASES, openSite, type Site, type SiteSpec } from './site.ts'

const SPEC: SiteSpec = {
  types: {
    // With Draft & Publish, and without.
    story: { draftAndPublish: true, attributes: { name: { type: 'string', required: true }, note: { type: 'text' } } },
    tag: { attributes: { name: { type: 'string', required: true }, colour: { type: 'string', default: 'red' } } },
    home: { single: true, draftAndPublish: true, attributes: { name: { type: 'string', required: true } } },
    footer: { single: true, attributes: { name: { type: 'string', required: true }, note: { type: 'text' } } },
    locked: { attributes: { name: { type: 'string' } } },
  },
  permissions: ['story', 'tag', 'home', 'footer'].flatMap((name) =>
    ['find', 'findOne', 'create', 'update', 'delete'].map((action) => `api::${name}.${name}.${action}`),
  ),
}

const UNKNOWN = 'zzzzzzzzzzzzzzzzzzzzzzzz'

describe.each(DATABASES)('endpoints on %s', (kind) => {
  let site: Site
  beforeAll(async () => {
    site = await openSite(kind, SPEC)
  })
  afterAll(() => site?.close())
  const statusesOf = async (table: string, documentId: string) =>
    (
      await site.sql(
        `select case when published_at is null then 'draft' else 'published' end from ${table} where document_id = '${documentId}' order by published_at is not null`,
      )
    ).flat()

  describe('POST', () => {
    it('makes a draft and publishes it; the answer is what is published', async () => {
      const made = await site.create('/api/storys', { name: 'a', note: null })
      expect(made).toEqual({
        id: expect.any(Number),
        documentId: expect.stringMatching(/^[a-z][a-z0-9]{23}$/),
        name: 'a',
        note: null,
        createdAt: expect.any(String),
        updatedAt: made.createdAt,
        publishedAt: made.createdAt,
      })
      expect(await site.read(`/api/storys/${made.documentId}`)).toEqual(made)
      const draft = await site.read(`/api/storys/${made.documentId}?status=draft`)
      expect(draft).toEqual({ ...made, id: draft.id, publishedAt: null })
      expect(draft.id).not.toBe(made.id)
    })

    it('with status=draft makes a draft only', async () => {
      const made = await site.create('/api/storys?status=draft', { note: 'unfinished' })
      expect(made).toMatchObject({ name: null, publishedAt: null })
      expect((await site.ask('GET', `/api/storys/${made.documentId}`)).status).toBe(404)
      expect(await statusesOf('storys', made.documentId)).toEqual(['draft'])
    })

    it('without Draft & Publish makes one row, with defaults', async () => {
      const made = await site.create('/api/tags?fields=colour', { name: 'a' })
      expect(made).toEqual({ id: made.id, documentId: made.documentId, colour: 'red' })
      expect(await statusesOf('tags', made.documentId)).toEqual(['published'])
    })

    it('takes form data', async () => {
      const response = await site.lectern.fetch('/api/tags', {
        method: 'POST',
        headers: { 'content-type': 'application/x-www-form-urlencoded' },
        body: 'data[name]=from+a+form',
      })
      expect([response.status, await response.json()]).toMatchObject([201, { data: { name: 'from a form' } }])
    })

    it('gives no id twice, and documents ids of their own', async () => {
      const made = await Promise.all(Array.from({ length: 8 }, () => site.create('/api/tags', { name: 'b' })))
      expect(new Set(made.map(({ id }) => id)).size).toBe(8)
      expect(new Set(made.map(({ documentId }) => documentId)).size).toBe(8)
    })
  })

  describe('PUT', () => {
    it('changes what was sent and publishes; the published row keeps its id', async () => {
      const made = await site.create('/api/storys', { name: 'a', note: 'n' })
      const changed = await site.update(`/api/storys/${made.documentId}`, { name: 'b' })
      expect(changed).toMatchObject({ id: made.id, name: 'b', note: 'n', createdAt: made.createdAt })
      expect(await statusesOf('storys', made.documentId)).toEqual(['draft', 'published'])
    })

    it('with status=draft leaves what is published alone', async () => {
      const made = await site.create('/api/storys', { name: 'a' })
      const draft = await site.update(`/api/storys/${made.documentId}?status=draft`, { name: 'b' })
      expect(draft).toMatchObject({ name: 'b', publishedAt: null })
      expect(await site.read(`/api/storys/${made.documentId}`)).toEqual(made)
    })

    it('answers 404 for an unknown document, and makes none', async () => {
      for (const path of ['/api/storys', '/api/tags']) {
        const answer = await site.ask('PUT', `${path}/${UNKNOWN}`, { name: 'x' })
        expect([answer.status, answer.error?.name]).toEqual([404, 'NotFoundError'])
        const byNumber = await site.ask('PUT', `${path}/1`, { name: 'x' })
        const hint = `Entries have their documentId in the path. By id: ${path}?filters[id]=1`
        expect([byNumber.status, byNumber.error?.details]).toEqual([404, { hint }])
      }
      expect(await statusesOf('storys', UNKNOWN)).toEqual([])
    })

    it('with nothing in data changes nothing', async () => {
      const made = await site.create('/api/tags', { name: 'same' })
      expect(await site.update(`/api/tags/${made.documentId}`, {})).toMatchObject({ id: made.id, name: 'same' })
    })
  })

  describe('DELETE', () => {
    it('removes every version, and answers 204 without a body; also the second time', async () => {
      const made = await site.create('/api/storys', { name: 'a' })
      for (const _ of [1, 2]) {
        const answer = await site.ask('DELETE', `/api/storys/${made.documentId}`)
        expect([answer.status, answer.text]).toEqual([204, ''])
        expect(await statusesOf('storys', made.documentId)).toEqual([])
      }
    })
  })

  describe('DELETE with a status', () => {
    it('refuses status=draft: there is no deleting a draft alone', async () => {
      const made = await site.create('/api/storys', { name: 'a' })
      const answer = await site.ask('DELETE', `/api/storys/${made.documentId}?status=draft`)
      expect([answer.status, answer.error?.name]).toEqual([400, 'ValidationError'])
      expect(answer.error?.message).toMatch(/^DELETE takes the draft and the published version together/)
      expect(await statusesOf('storys', made.documentId)).toEqual(['draft', 'published'])
    })

    it('takes status=published, which is what is meant anyway, and any where there are no drafts', async () => {
      const story = await site.create('/api/storys', { name: 'a' })
      expect((await site.ask('DELETE', `/api/storys/${story.documentId}?status=published`)).status).toBe(204)
      expect(await statusesOf('storys', story.documentId)).toEqual([])
      const tag = await site.create('/api/tags', { name: 'a' })
      expect((await site.ask('DELETE', `/api/tags/${tag.documentId}?status=draft`)).status).toBe(204)
    })
  })

  describe('actions', () => {
    const act = (documentId: string, verb: string) => site.ask('POST', `/api/storys/${documentId}/actions/${verb}`)

    it('publish, unpublish and publish again', async () => {
      const { documentId } = await site.create('/api/storys?status=draft', { name: 'a' })
      expect(await act(documentId, 'publish')).toMatchObject({ status: 200, data: { name: 'a' } })
      const published = await site.read(`/api/storys/${documentId}`)
      expect(published.publishedAt).not.toBeNull()
      expect(await act(documentId, 'unpublish')).toMatchObject({ status: 200, data: { publishedAt: null } })
      expect((await site.ask('GET', `/api/storys/${documentId}`)).status).toBe(404)
      expect(await act(documentId, 'unpublish')).toMatchObject({ status: 200 })
      expect(await act(documentId, 'publish')).toMatchObject({ status: 200 })
      expect(await statusesOf('storys', documentId)).toEqual(['draft', 'published'])
    })

    it('discard goes back to what is published', async () => {
      const { documentId, ...made } = await site.create('/api/storys', { name: 'a', note: 'n' })
      const before = await site.read(`/api/storys/${documentId}?status=draft`)
      await site.update(`/api/storys/${documentId}?status=draft`, { name: 'b', note: null })
      expect((await act(documentId, 'discard')).data).toEqual(before)
      expect(await site.read(`/api/storys/${documentId}`)).toMatchObject(made)
    })

    it('discard without anything published leaves the draft', async () => {
      const { documentId } = await site.create('/api/storys?status=draft', { name: 'only' })
      expect(await act(documentId, 'discard')).toMatchObject({ status: 200, data: { name: 'only' } })
    })

    it.each(['publish', 'unpublish', 'discard'])(
      '%s of a document without a draft first makes one of what is published',
      async (verb) => {
        const { documentId } = await site.create('/api/storys', { name: 'a', note: 'n' })
        await site.sql(`delete from storys where document_id = '${documentId}' and published_at is null`)
        expect(await act(documentId, verb)).toMatchObject({ status: 200, data: { name: 'a', note: 'n' } })
        expect(await statusesOf('storys', documentId)).toEqual(
          verb === 'unpublish' ? ['draft'] : ['draft', 'published'],
        )
      },
    )

    it('publish refuses an unfinished draft, and nothing is published', async () => {
      const { documentId } = await site.create('/api/storys?status=draft', { note: 'n' })
      const answer = await act(documentId, 'publish')
      expect(answer).toMatchObject({ status: 400, error: { name: 'ValidationError' } })
      expect(answer.error?.details.errors).toMatchObject([{ path: ['name'] }])
      expect(await statusesOf('storys', documentId)).toEqual(['draft'])
    })

    it.each(['publish', 'unpublish', 'discard'])('%s of an unknown document is 404', async (verb) => {
      expect((await act(UNKNOWN, verb)).status).toBe(404)
    })

    it('no other verb, and no other method', async () => {
      const { documentId } = await site.create('/api/storys', { name: 'a' })
      expect((await act(documentId, 'archive')).status).toBe(404)
      for (const method of ['GET', 'PUT', 'DELETE']) {
        const answer = await site.ask(method, `/api/storys/${documentId}/actions/publish`)
        expect([answer.status, answer.error?.name]).toEqual([405, 'MethodNotAllowedError'])
      }
    })
  })

  describe('single types', () => {
    it('are made by the first PUT and changed by the next', async () => {
      const made = await site.update('/api/home', { name: 'a' })
      const changed = await site.update('/api/home?status=draft', { name: 'b' })
      expect(changed).toMatchObject({ documentId: made.documentId, name: 'b', publishedAt: null })
      expect(await site.read('/api/home')).toEqual(made)
      expect((await site.ask('DELETE', '/api/home')).status).toBe(204)
      expect((await site.ask('GET', '/api/home?status=draft')).status).toBe(404)
      expect((await site.ask('DELETE', '/api/home')).status).toBe(204)
    })

    it('need what is required from the start', async () => {
      for (const path of ['/api/home', '/api/footer']) {
        const refused = await site.ask('PUT', path, {})
        expect(refused).toMatchObject({ status: 400, error: { details: { errors: [{ path: ['name'] }] } } })
        expect((await site.ask('GET', path)).status).toBe(404)
      }
      const [home, footer] = [await site.ask('PUT', '/api/home', {}), await site.ask('PUT', '/api/footer', {})]
      expect(home.error?.message).toBe('name must be a `string` type, but the final value was: `null`.')
      expect(footer.error?.message).toBe('name must be defined.')
      await site.update('/api/footer', { name: 'a' })
      expect(await site.update('/api/footer', { note: 'n' })).toMatchObject({ name: 'a', note: 'n' })
    })

    it('are published, unpublished and set back like any document', async () => {
      const { documentId } = await site.update('/api/home?status=draft', { name: 'a' })
      const act = (verb: string) => site.ask('POST', `/api/home/actions/${verb}`)
      expect(await act('publish')).toMatchObject({ status: 200, data: { documentId, name: 'a' } })
      await site.update('/api/home?status=draft', { name: 'b' })
      expect(await act('discard')).toMatchObject({ status: 200, data: { name: 'a', publishedAt: null } })
      expect(await act('unpublish')).toMatchObject({ status: 200, data: { documentId, publishedAt: null } })
      expect(await statusesOf('homes', documentId)).toEqual(['draft'])
      await site.ask('DELETE', '/api/home')
      for (const verb of ['publish', 'unpublish', 'discard']) expect((await act(verb)).status, verb).toBe(404)
      expect((await act('archive')).status).toBe(404)
    })

    it('know no POST, and no documentId', async () => {
      const answer = await site.ask('POST', '/api/footer', { name: 'a' })
      expect([answer.status, answer.headers.get('allow')]).toEqual([405, 'HEAD, GET, PUT, DELETE'])
      expect((await site.ask('PUT', `/api/footer/${UNKNOWN}`, { name: 'a' })).status).toBe(404)
    })
  })

  describe('methods and permissions', () => {
    it.each([
      ['PUT', '/api/tags'],
      ['DELETE', '/api/tags'],
      ['PATCH', '/api/tags'],
      ['POST', `/api/tags/${UNKNOWN}`],
      ['PATCH', `/api/tags/${UNKNOWN}`],
    ])('%s %s is 405, in the envelope', async (method, path) => {
      const answer = await site.ask(method, path, { name: 'x' })
      expect(answer).toMatchObject({ status: 405, data: null, error: { name: 'MethodNotAllowedError' } })
      expect(answer.headers.get('allow')).toContain('GET')
    })

    it.each([
      ['PATCH', `/api/tags/${UNKNOWN}`, 'Use PUT: what the body leaves out stays as it is'],
      [
        'POST',
        `/api/tags/${UNKNOWN}`,
        'To create an entry, use POST at the path of the list; to change this one, use PUT',
      ],
      ['POST', '/api/footer', 'Use PUT: what the body leaves out stays as it is'],
      ['PATCH', '/api/tags', 'Name the entry in the path: …/<documentId>'],
      ['DELETE', '/api/tags', 'Name the entry in the path: …/<documentId>'],
      ['GET', '/api/upload', 'Files are uploaded here, with POST, and listed at …/upload/files'],
      ['POST', '/api/upload/files', 'Files are listed here. Upload them with POST …/upload'],
    ])('%s %s is answered with what to send instead', async (method, path, hint) => {
      expect((await site.ask(method, path, { name: 'x' })).error?.details).toEqual({ hint })
    })

    it.each([
      ['POST', '/api/lockeds'],
      ['PUT', `/api/lockeds/${UNKNOWN}`],
      ['DELETE', `/api/lockeds/${UNKNOWN}`],
      ['POST', `/api/lockeds/${UNKNOWN}/actions/publish`],
    ])('%s %s without the permission is 403', async (method, path) => {
      expect(await site.ask(method, path, { name: 'x' })).toMatchObject({
        status: 403,
        error: { name: 'ForbiddenError' },
      })
      expect(await site.sql('select count(*) from lockeds')).toEqual([[0]])
    })

    it('unknown paths are 404', async () => {
      expect((await site.ask('POST', '/api/nothings', {})).status).toBe(404)
      expect((await site.ask('POST', `/api/tags/${UNKNOWN}/actions`, {})).status).toBe(404)
    })
  })

  it('the query shapes the answer, and a wrong query writes nothing', async () => {
    const count = async () => (await site.sql('select count(*) from tags')).flat()
    const before = await count()
    for (const query of ['fields=nothing', 'populate=nothing', 'status=perhaps', 'filters[nothing]=1']) {
      expect((await site.ask('POST', `/api/tags?${query}`, { name: 'x' })).status, query).toBe(400)
    }
    expect(await count()).toEqual(before)
  })
})
