/** Components, dynamic zones, files, and relations to any type: all that hangs on a row. */

import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { DATABASES, type Entry, type Json, namesOf, openSite, type Site, type SiteSpec } from './site.ts'

const name = { type: 'string' }

const SPEC: SiteSpec = {
  types: {
    page: {
      draftAndPublish: true,
      attributes: {
        name,
        seo: { type: 'component', component: 'part.seo' },
        links: { type: 'component', component: 'part.link', repeatable: true, max: 3 },
        zone: { type: 'dynamiczone', components: ['part.link', 'part.seo'] },
        cover: { type: 'media' },
        gallery: { type: 'media', multiple: true },
        mentions: { type: 'relation', relation: 'morphToMany' },
        subject: { type: 'relation', relation: 'morphToOne' },
      },
    },
    tag: {
      attributes: {
        name,
        pages: { type: 'relation', relation: 'morphMany', target: 'api::page.page', morphBy: 'mentions' },
        about: { type: 'relation', relation: 'morphMany', target: 'api::note.note', morphBy: 'subject' },
      },
    },
    note: { attributes: { name, subject: { type: 'relation', relation: 'morphToOne' } } },
    topic: {
      draftAndPublish: true,
      attributes: {
        name,
        about: { type: 'relation', relation: 'morphMany', target: 'api::note.note', morphBy: 'subject' },
      },
    },
    card: { attributes: { name, back: { type: 'component', component: 'part.back' } } },
    pin: { attributes: { name, things: { type: 'relation', relation: 'morphToMany' } } },
  },
  components: {
    'part.back': { subject: { type: 'relation', relation: 'morphToOne' } },
    'part.seo': {
      title: { type: 'string', default: 'untitled' },
      image: { type: 'media' },
      links: { type: 'component', component: 'part.link', repeatable: true },
    },
    'part.link': { url: { type: 'string', required: true }, slug: { type: 'uid', targetField: 'url' } },
  },
  files: 4,
}

const DEEP =
  'populate[seo][populate]=*&populate[links]=true&populate[zone][on][part.link]=true&populate[zone][on][part.seo][populate]=*&populate[cover]=true&populate[gallery]=true'

interface Part {
  readonly id: number
  readonly links: readonly Part[]
}

const TABLES = [
  'components_part_seos',
  'components_part_links',
  'pages_cmps',
  'components_part_seos_cmps',
  'files_related_mph',
]

describe.each(DATABASES)('what hangs on a row, on %s', (kind) => {
  let site: Site
  beforeAll(async () => {
    site = await openSite(kind, SPEC)
  })
  afterAll(() => site?.close())
  const idsOf = (value: unknown) => (value as readonly Part[]).map(({ id }) => id)
  const counts = async () => {
    const all: [string, unknown][] = []
    for (const table of TABLES) all.push([table, (await site.sql(`select count(*) from ${table}`))[0]?.[0]])
    return Object.fromEntries(all)
  }
  const put = (entry: Entry, data: Json, query = 'status=draft') =>
    site.update(`/api/pages/${entry.documentId}?${DEEP}&${query}`, data)

  describe('components', () => {
    it('single, repeatable, nested, in a zone', async () => {
      const made = await site.create(`/api/pages?${DEEP}`, {
        name: 'page',
        seo: { links: [{ url: 'one' }, { url: 'two' }] },
        links: [{ url: 'three' }, { url: 'four' }],
        zone: [
          { __component: 'part.link', url: 'five' },
          { __component: 'part.seo', title: 'six', links: [{ url: 'seven' }] },
          { __component: 'part.link', url: 'eight' },
        ],
      })
      expect(made).toMatchObject({
        seo: { title: 'untitled', links: [{ url: 'one', slug: 'one' }, { url: 'two' }] },
        links: [{ url: 'three', slug: 'three' }, { url: 'four' }],
        zone: [
          { __component: 'part.link', url: 'five', slug: 'five' },
          { __component: 'part.seo', title: 'six', links: [{ url: 'seven' }] },
          { __component: 'part.link', url: 'eight' },
        ],
      })
      const draft = await site.read(`/api/pages/${made.documentId}?${DEEP}&status=draft`)
      // Each version has rows of its own.
      expect(idsOf(draft.links)).not.toEqual(idsOf(made.links))
      expect(new Set([...idsOf(draft.links), ...idsOf(made.links)]).size).toBe(4)
      const stars = DEEP.replaceAll('=true', '=*')
        .replace('[cover]=*', '[cover]=true')
        .replace('[gallery]=*', '[gallery]=true')
      expect(await site.read(`/api/pages/${made.documentId}?${stars}`)).toEqual(made)
    })

    it('keep their rows when their ids come back; others are made and deleted', async () => {
      const before = await counts()
      const made = await site.create(`/api/pages?status=draft&${DEEP}`, {
        seo: { title: 't', image: 1, links: [{ url: 'n' }] },
        links: [{ url: 'a' }, { url: 'b' }],
        zone: [{ __component: 'part.link', url: 'z' }],
      })
      const [first, second] = idsOf(made.links)
      const seo = made.seo as Part
      const changed = await put(made, {
        links: [{ id: second }, { url: 'c' }, { id: first, url: 'A' }],
        seo: { id: seo.id },
      })
      expect(changed).toMatchObject({
        links: [{ id: second, url: 'b' }, { url: 'c' }, { id: first, url: 'A' }],
        seo: { id: seo.id, title: 't', image: { id: 1 }, links: [{ url: 'n' }] },
      })
      const [, , last] = idsOf(changed.links)
      expect(idsOf((await put(made, { links: [{ id: last }] })).links)).toEqual([first])
      const replaced = await put(made, { seo: { title: 'new' } })
      expect(replaced.seo).toMatchObject({ title: 'new', image: null, links: [] })
      expect((replaced.seo as Part).id).not.toBe(seo.id)
      expect((await put(made, { seo: null, links: [], zone: [] })).seo).toBeNull()
      expect(await counts()).toEqual(before)
      await site.ask('DELETE', `/api/pages/${made.documentId}`)
    })

    it('with the id of another entry, or the same id twice, are new ones', async () => {
      const mine = await site.create(`/api/pages?status=draft&${DEEP}`, { links: [{ url: 'mine' }] })
      const other = await site.create(`/api/pages?status=draft&${DEEP}`, { links: [{ url: 'other' }] })
      const [id] = idsOf(mine.links)
      const stolen = await put(other, { links: [{ id, url: 'stolen' }] })
      expect(idsOf(stolen.links)).not.toContain(id)
      const twice = await put(mine, {
        links: [
          { id, url: 'x' },
          { id, url: 'y' },
        ],
      })
      expect(twice.links).toMatchObject([{ id, url: 'x' }, { url: 'y' }])
      expect(new Set(idsOf(twice.links)).size).toBe(2)
    })

    it('that Strapi has deleted and left in their places count as none', async () => {
      const made = await site.create(`/api/pages?${DEEP}`, {
        seo: { title: 'old' },
        links: [{ url: 'a' }, { url: 'gone' }],
        zone: [
          { __component: 'part.seo', title: 'gone' },
          { __component: 'part.link', url: 'z' },
        ],
      })
      const forget = async (shown: Entry) => {
        const [first] = shown.zone as readonly Part[]
        await site.sql(`delete from components_part_links where id = ${idsOf(shown.links)[1]}`)
        await site.sql(`delete from components_part_seos where id in (${first?.id}, ${(shown.seo as Part).id})`)
      }
      const publish = () => site.entry(200, 'POST', `/api/pages/${made.documentId}/actions/publish?${DEEP}`)
      await forget(await site.read(`/api/pages/${made.documentId}?${DEEP}&status=draft`))
      expect(await publish()).toMatchObject({ seo: null, links: [{ url: 'a' }], zone: [{ url: 'z' }] })
      const whole = { seo: { title: 'new' }, links: [{ url: 'b' }, { url: 'c' }, { url: 'd' }] }
      const written = await put(made, { ...whole, zone: [{ __component: 'part.seo', title: 'in zone' }] }, '')
      expect(written).toMatchObject({ ...whole, zone: [{ title: 'in zone' }] })
      const { links } = await site.read(`/api/pages/${made.documentId}?${DEEP}`)
      await site.sql(`delete from components_part_links where id = ${idsOf(links)[0]}`)
      expect(await publish()).toMatchObject(whole)
      await site.ask('DELETE', `/api/pages/${made.documentId}`)
    })

    it('go with their entry, and with the version', async () => {
      const before = await counts()
      const made = await site.create(`/api/pages?${DEEP}`, {
        seo: { image: 2, links: [{ url: 'n' }] },
        links: [{ url: 'a' }],
        zone: [{ __component: 'part.seo', image: 3, links: [{ url: 'm' }] }],
        cover: 1,
        gallery: [1, 2],
      })
      const both = await counts()
      await put(made, { links: [] }, 'status=draft')
      await site.entry(200, 'POST', `/api/pages/${made.documentId}/actions/publish`)
      await site.entry(200, 'POST', `/api/pages/${made.documentId}/actions/discard`)
      await put(made, { links: [{ url: 'a' }] }, 'status=published')
      expect(await counts()).toEqual(both)
      await site.entry(200, 'POST', `/api/pages/${made.documentId}/actions/unpublish`)
      await site.ask('DELETE', `/api/pages/${made.documentId}`)
      expect(await counts()).toEqual(before)
    })

    it('obey their rules when they are published', async () => {
      const draft = await site.create('/api/pages?status=draft', { links: [{}], zone: [{ __component: 'part.link' }] })
      const refused = await site.ask('POST', `/api/pages/${draft.documentId}/actions/publish`)
      expect(refused.error?.details.errors).toMatchObject([
        { path: ['links', '0', 'url'] },
        { path: ['zone', '0', 'url'] },
      ])
      const tooMany = await site.ask('POST', '/api/pages', { links: [1, 2, 3, 4].map((url) => ({ url: `${url}` })) })
      expect(tooMany.status).toBe(400)
    })

    it('a zone needs to know which component is meant', async () => {
      const answer = await site.ask('POST', '/api/pages', { zone: [{ url: 'x' }, { __component: 'part.none' }] })
      expect(answer.error?.details.errors).toMatchObject([
        { path: ['zone', '0', '__component'], message: 'zone[0].__component is a required field' },
        { path: ['zone', '1', '__component'] },
      ])
    })
  })

  describe('files', () => {
    it('one and many, by id, in order, as they were read, and away again', async () => {
      const made = await site.create(`/api/pages?${DEEP}`, { cover: 2, gallery: [3, 1, { id: 2 }] })
      expect([(made.cover as Part).id, idsOf(made.gallery)]).toEqual([2, [3, 1, 2]])
      const first = await put(made, { cover: made.gallery, gallery: made.gallery }, 'status=draft')
      expect([(first.cover as Part).id, idsOf(first.gallery)]).toEqual([3, [3, 1, 2]])
      const kept = await put(
        made,
        { cover: made.cover, gallery: [...idsOf(made.gallery)].reverse() },
        'status=published',
      )
      expect([(kept.cover as Part).id, idsOf(kept.gallery)]).toEqual([2, [2, 1, 3]])
      const gone = await put(made, { cover: null, gallery: [] }, 'status=published')
      expect([gone.cover, gone.gallery]).toEqual([null, []])
    })

    it('by documentId, connected and disconnected; the same file twice is there once', async () => {
      const made = await site.create(`/api/pages?${DEEP}`, {
        cover: 'file2',
        gallery: ['file1', { documentId: 'file2' }],
      })
      expect([(made.cover as Part).id, idsOf(made.gallery)]).toEqual([2, [1, 2]])
      const gallery = async (change: unknown) =>
        idsOf((await put(made, { gallery: change }, 'status=published')).gallery)
      expect(await gallery({ connect: ['file3', 3] })).toEqual([1, 2, 3])
      expect(await gallery({ connect: [{ id: 1, position: { start: true } }] })).toEqual([2, 3, 1])
      expect(await gallery({ disconnect: [{ documentId: 'file3' }, 99] })).toEqual([2, 1])
      expect(await gallery({ connect: [3], disconnect: [1] })).toEqual([2, 3])
      expect(await gallery({ set: [1], connect: [2] })).toEqual([1])
      expect(await gallery([2, 3, 2, 'file3'])).toEqual([2, 3])
      expect(await gallery({})).toEqual([2, 3])
      expect(await gallery([null, 1])).toEqual([1])
      expect(await gallery({ set: null })).toEqual([])
      const cover = async (change: unknown) =>
        ((await put(made, { cover: change }, 'status=published')).cover as Part | null)?.id
      expect(await cover({ connect: ['file1'] })).toBe(1)
      expect(await cover({ disconnect: [3] })).toBe(1)
      expect(await cover({ disconnect: [1] })).toBeUndefined()
      const unknown = await site.ask('PUT', `/api/pages/${made.documentId}`, { cover: 'nope' })
      expect(unknown).toMatchObject({
        status: 400,
        error: {
          message: 'Document with id "nope", locale "null" not found',
          details: { type: 'plugin::upload.file', documentId: 'nope', hint: expect.stringContaining('by its id') },
        },
      })
    })

    it('that do not exist are refused inside components and dynamic zones, too', async () => {
      const item = { title: 'a', image: 99 }
      for (const data of [{ seo: item }, { zone: [{ __component: 'part.seo', ...item }] }]) {
        expect(await site.ask('POST', '/api/pages', data)).toMatchObject({
          status: 400,
          error: { message: '1 relation(s) of type plugin::upload.file associated with this entity do not exist' },
        })
      }
    })

    it('that do not exist are refused', async () => {
      const answer = await site.ask('POST', '/api/pages', { cover: 99 })
      expect(answer).toMatchObject({
        status: 400,
        error: { message: '1 relation(s) of type plugin::upload.file associated with this entity do not exist' },
      })
    })
  })

  describe('relations to any type', () => {
    const to = (type: string, entry: Entry, more: Json = {}) => ({
      __type: `api::${type}.${type}`,
      documentId: entry.documentId,
      ...more,
    })
    const mentions = async (page: Entry, data: unknown, query = 'status=published') =>
      namesOf(
        (await site.update(`/api/pages/${page.documentId}?populate=mentions&${query}`, { mentions: data })).mentions,
      )

    it('to many: set, connect, disconnect, positions', async () => {
      const [a, b, c] = [
        await site.create('/api/tags', { name: 'a' }),
        await site.create('/api/pins', { name: 'b' }),
        await site.create('/api/tags', { name: 'c' }),
      ]
      const page = await site.create('/api/pages', { name: 'page', mentions: [to('tag', a), to('pin', b)] })
      expect(await mentions(page, { connect: [to('tag', c)] })).toEqual(['a', 'b', 'c'])
      expect(await mentions(page, { connect: [] })).toEqual(['a', 'b', 'c'])
      expect(await mentions(page, { disconnect: [to('tag', a)] })).toEqual(['b', 'c'])
      expect(await mentions(page, { connect: [to('tag', a, { position: { start: true } })] })).toEqual(['a', 'b', 'c'])
      const beside = (place: object) => ({ connect: [to('tag', c, { position: place })] })
      expect(await mentions(page, beside({ before: a.documentId, __type: 'api::tag.tag' }))).toEqual(['c', 'a', 'b'])
      expect(await mentions(page, beside({ after: b.id, __type: 'api::pin.pin' }))).toEqual(['a', 'b', 'c'])
      expect(await mentions(page, [to('tag', c), to('tag', a)])).toEqual(['c', 'a'])
      expect(await mentions(page, [])).toEqual([])
      const untyped = await site.ask('PUT', `/api/pages/${page.documentId}`, {
        mentions: [{ documentId: a.documentId }],
      })
      expect(untyped).toMatchObject({
        status: 400,
        error: { details: { errors: [{ path: ['mentions', '0', '__type'] }] } },
      })
    })

    it('to one', async () => {
      const [a, b] = [await site.create('/api/tags', { name: 'a' }), await site.create('/api/pins', { name: 'b' })]
      const note = await site.create('/api/notes?populate=*', { name: 'n', subject: to('tag', a) })
      expect(namesOf(note.subject)).toBe('a')
      const subject = async (data: unknown) =>
        namesOf((await site.update(`/api/notes/${note.documentId}?populate=*`, { subject: data })).subject)
      expect(await subject({ connect: [] })).toBe('a')
      expect(await subject({ disconnect: [to('pin', b)] })).toBe('a')
      expect(await subject({ connect: [to('pin', b)] })).toBe('b')
      expect(await subject({ disconnect: [to('pin', b)] })).toBeNull()
      expect(await subject(to('tag', a))).toBe('a')
      expect(await subject(null)).toBeNull()
    })

    it('from the other side', async () => {
      const tag = await site.create('/api/tags', { name: 'a' })
      const page = await site.create('/api/pages', { name: 'page' })
      const notes = [await site.create('/api/notes', { name: 'n' }), await site.create('/api/notes', { name: 'm' })]
      const changed = await site.update(`/api/tags/${tag.documentId}?populate=*`, {
        pages: [page.documentId],
        about: notes.map(({ documentId }) => documentId),
      })
      expect([namesOf(changed.pages), namesOf(changed.about)]).toEqual([['page'], ['n', 'm']])
      expect(namesOf((await site.read(`/api/pages/${page.documentId}?populate=mentions`)).mentions)).toEqual(['a'])
      const other = await site.create('/api/pins', { name: 'b' })
      expect(await mentions(page, { connect: [to('pin', other)] })).toEqual(['a', 'b'])
      // The link that was written from the tag still belongs to the tag.
      expect(namesOf((await site.read(`/api/tags/${tag.documentId}?populate=*`)).pages)).toEqual(['page'])
      const less = await site.update(`/api/tags/${tag.documentId}?populate=*`, {
        about: { disconnect: [notes[0]?.id] },
      })
      expect(namesOf(less.about)).toEqual(['m'])
    })

    it('leave nothing behind when what they lead to is deleted', async () => {
      const tag = await site.create('/api/tags', { name: 'a' })
      const page = await site.create('/api/pages', { name: 'p', mentions: [to('tag', tag)] })
      const pin = await site.create('/api/pins', { name: 'i', things: [to('page', page)] })
      const note = await site.create('/api/notes', { name: 'n', subject: to('tag', tag) })
      await site.ask('DELETE', `/api/tags/${tag.documentId}`)
      await site.ask('DELETE', `/api/pages/${page.documentId}`)
      expect(await site.sql(`select * from pages_mentions_mph where mentions_id = ${tag.id}`)).toEqual([])
      expect(await site.sql(`select * from pins_things_mph where pin_id = ${pin.id}`)).toEqual([])
      expect(await site.sql(`select target_id, target_type from notes where id = ${note.id}`)).toEqual([[null, null]])
    })

    it('of what has no versions lead to both', async () => {
      const target = await site.create('/api/pages?status=draft', { name: 'target' })
      const pin = await site.create('/api/pins', { name: 'i', things: [to('page', target)] })
      const shown = async (status: string) =>
        namesOf((await site.read(`/api/pins/${pin.documentId}?populate=*&status=${status}`)).things)
      expect([await shown('draft'), await shown('published')]).toEqual([['target'], []])
      await site.entry(200, 'POST', `/api/pages/${target.documentId}/actions/publish`)
      expect([await shown('draft'), await shown('published')]).toEqual([['target'], ['target']])
    })

    it('of types without versions, to one, lead to the published entry', async () => {
      const target = await site.create('/api/pages?status=draft', { name: 'target' })
      const note = await site.create('/api/notes', { name: 'n', subject: to('page', target) })
      const card = await site.create('/api/cards', { name: 'c', back: { subject: to('page', target) } })
      const versioned = await site.create('/api/pages', { name: 'v', subject: to('page', target) })
      const shown = async (status: string) => {
        const { subject } = await site.read(`/api/notes/${note.documentId}?populate=*&status=${status}`)
        const path = `/api/cards/${card.documentId}?populate[back][populate]=*&status=${status}`
        const { back } = await site.read(path)
        return [namesOf(subject), namesOf((back as Json).subject)]
      }
      const act = (verb: string) => site.entry(200, 'POST', `/api/pages/${target.documentId}/actions/${verb}`)
      expect(await shown('draft')).toEqual(['target', 'target'])
      await act('publish')
      expect(await shown('published')).toEqual(['target', 'target'])
      // One that has versions is paired when it is published itself.
      const kept = await site.read(`/api/pages/${versioned.documentId}?populate=subject`)
      expect(kept.subject).toBeNull()
      await act('publish')
      expect(await shown('published')).toEqual(['target', 'target'])
      await act('unpublish')
      expect([await shown('draft'), await shown('published')]).toEqual([
        ['target', 'target'],
        [null, null],
      ])
      await act('publish')
      // Written once there are both, it leads to the published one, whichever row is older.
      await site.update(`/api/notes/${note.documentId}`, { subject: null })
      await site.update(`/api/notes/${note.documentId}`, { subject: to('page', target) })
      expect(await shown('published')).toEqual(['target', 'target'])
    })

    it('of what has no versions, seen from what has, follow the document', async () => {
      const [n, m] = [await site.create('/api/notes', { name: 'n' }), await site.create('/api/notes', { name: 'm' })]
      const topic = await site.create('/api/topics?populate=about&status=draft', { about: [n.documentId] })
      const path = `/api/topics/${topic.documentId}`
      expect(namesOf(topic.about)).toEqual(['n'])
      const published = await site.entry(200, 'POST', `${path}/actions/publish?populate=about`)
      expect(namesOf(published.about)).toEqual(['n'])
      const about = async (data: unknown) =>
        namesOf((await site.update(`${path}?populate=about`, { about: data })).about)
      expect(await about({ connect: [m.documentId] })).toEqual(['n', 'm'])
      expect(await about([m.documentId])).toEqual(['m'])
      expect(await about([])).toEqual([])
      expect(await site.sql(`select count(*) from notes where target_type = 'api::topic.topic'`)).toEqual([[0]])
    })

    it('follow the versions', async () => {
      const tag = await site.create('/api/tags', { name: 'a' })
      const target = await site.create('/api/pages?status=draft', { name: 'target' })
      const page = await site.create('/api/pages', {
        name: 'p',
        mentions: [to('tag', tag), to('page', target)],
        subject: to('page', target),
      })
      const shown = async (status: string) => {
        const entry = await site.read(`/api/pages/${page.documentId}?populate=*&status=${status}`)
        return [namesOf(entry.mentions), namesOf(entry.subject)]
      }
      expect(await shown('draft')).toEqual([['a', 'target'], 'target'])
      expect(await shown('published')).toEqual([['a'], null])
      await site.entry(200, 'POST', `/api/pages/${target.documentId}/actions/publish`)
      expect(await shown('published')).toEqual([['a'], null])
      await site.entry(200, 'POST', `/api/pages/${page.documentId}/actions/publish`)
      expect(await shown('published')).toEqual([['a', 'target'], 'target'])
    })
  })
})
