/** Relations that are kept in a column of their owner (`useJoinTable: false`). */

import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { DATABASES, type Entry, namesOf, openSite, type Site, type SiteSpec } from './site.ts'

const name = { type: 'string' }
const column = (target: string, more = {}) => ({
  type: 'relation',
  relation: 'manyToOne',
  target: `api::${target}.${target}`,
  useJoinTable: false,
  ...more,
})

const SPEC: SiteSpec = {
  types: {
    page: {
      draftAndPublish: true,
      attributes: {
        name,
        plain: column('plain', { inversedBy: 'pages' }),
        story: column('story'),
        tale: column('tale', { inversedBy: 'pages' }),
        part: { type: 'component', component: 'part.one' },
      },
    },
    note: { attributes: { name, story: column('story') } },
    plain: {
      attributes: {
        name,
        pages: { ...column('page'), relation: 'oneToMany', mappedBy: 'plain' },
        cover: { type: 'relation', relation: 'oneToOne', target: 'api::cover.cover', mappedBy: 'plain' },
      },
    },
    story: { draftAndPublish: true, attributes: { name } },
    cover: {
      draftAndPublish: true,
      attributes: {
        name,
        plain: column('plain', { relation: 'oneToOne', inversedBy: 'cover' }),
        tale: column('tale', { relation: 'oneToOne', inversedBy: 'cover' }),
      },
    },
    tale: {
      draftAndPublish: true,
      attributes: {
        name,
        pages: { type: 'relation', relation: 'oneToMany', target: 'api::page.page', mappedBy: 'tale' },
        cover: { type: 'relation', relation: 'oneToOne', target: 'api::cover.cover', mappedBy: 'tale' },
      },
    },
  },
  components: { 'part.one': { plain: column('plain'), story: column('story') } },
}

describe.each(DATABASES)('relations in a column, on %s', (kind) => {
  let site: Site
  beforeAll(async () => {
    site = await openSite(kind, SPEC)
  })
  afterAll(() => site?.close())
  const shown = async (path: string, entry: Entry, status: string) => {
    const populate = 'populate[plain]=true&populate[story]=true&populate[part][populate]=*'
    const found = await site.read(`${path}/${entry.documentId}?${populate}&status=${status}`)
    const part = (found.part ?? {}) as Readonly<Record<string, unknown>>
    return [found.plain, found.story, part.plain, part.story].map((value) => namesOf(value))
  }

  it('are written, changed, emptied, and copied with the version', async () => {
    const [a, b] = [await site.create('/api/plains', { name: 'a' }), await site.create('/api/plains', { name: 'b' })]
    const story = await site.create('/api/storys?status=draft', { name: 's' })
    const links = { plain: a.documentId, story: story.documentId }
    const page = await site.create('/api/pages', { name: 'p', ...links, part: links })
    const path = `/api/pages/${page.documentId}`
    expect(await shown('/api/pages', page, 'draft')).toEqual(['a', 's', 'a', 's'])
    expect(await shown('/api/pages', page, 'published')).toEqual(['a', null, 'a', null])
    await site.entry(200, 'POST', `/api/storys/${story.documentId}/actions/publish`)
    await site.entry(200, 'POST', `${path}/actions/publish`)
    expect(await shown('/api/pages', page, 'published')).toEqual(['a', 's', 'a', 's'])
    await site.update(`${path}?status=draft`, { plain: { connect: [b.documentId] }, story: null })
    expect(await shown('/api/pages', page, 'draft')).toEqual(['b', null, 'a', 's'])
    expect(await shown('/api/pages', page, 'published')).toEqual(['a', 's', 'a', 's'])
    await site.entry(200, 'POST', `${path}/actions/discard`)
    expect(await shown('/api/pages', page, 'draft')).toEqual(['a', 's', 'a', 's'])
    await site.update(path, { plain: { disconnect: [a.documentId] } })
    expect(await shown('/api/pages', page, 'published')).toEqual([null, 's', 'a', 's'])
    // Nothing happened to those that are pointed at.
    expect(await site.sql('select id, name from plains order by id')).toEqual([
      [a.id, 'a'],
      [b.id, 'b'],
    ])
  })

  it('from the other side', async () => {
    const page = await site.create('/api/pages', { name: 'q' })
    const plain = await site.create('/api/plains?populate=pages', { name: 'c', pages: [page.documentId] })
    expect(namesOf(plain.pages)).toEqual(['q'])
    expect((await shown('/api/pages', page, 'draft'))[0]).toBe('c')
    const change = async (pages: object) =>
      namesOf((await site.update(`/api/plains/${plain.documentId}?populate=pages`, { pages })).pages)
    expect(await change({ disconnect: [page.documentId] })).toEqual([])
    expect(await change({ connect: [page.documentId] })).toEqual(['q'])
  })

  it('from the other side, where that has drafts', async () => {
    const page = await site.create('/api/pages', { name: 'r' })
    const tale = await site.create('/api/tales?populate=pages', { name: 't', pages: [page.documentId] })
    expect(namesOf(tale.pages)).toEqual(['r'])
    const path = `/api/tales/${tale.documentId}`
    const seen = async (status: string) => namesOf((await site.read(`${path}?populate=pages&status=${status}`)).pages)
    await site.entry(200, 'POST', `${path}/actions/publish`)
    expect([await seen('draft'), await seen('published')]).toEqual([['r'], ['r']])
    await site.entry(200, 'POST', `${path}/actions/discard`)
    await site.entry(200, 'POST', `${path}/actions/unpublish`)
    expect(await seen('draft')).toEqual(['r'])
    expect((await site.ask('DELETE', path)).status).toBe(204)
  })

  it('of types without versions lead to the published entry', async () => {
    const story = await site.create('/api/storys?status=draft', { name: 's' })
    const note = await site.create('/api/notes', { name: 'n', story: story.documentId })
    const seen = async (status: string) =>
      namesOf((await site.read(`/api/notes/${note.documentId}?populate=story&status=${status}`)).story)
    expect([await seen('draft'), await seen('published')]).toEqual(['s', null])
    await site.entry(200, 'POST', `/api/storys/${story.documentId}/actions/publish`)
    expect(await seen('published')).toBe('s')
    await site.entry(200, 'POST', `/api/storys/${story.documentId}/actions/unpublish`)
    expect(await seen('draft')).toBe('s')
  })

  it.each(['plain', 'tale'])('one to one from both sides, a %s has one owner in each version', async (target) => {
    const { documentId } = await site.create(`/api/${target}s`, { name: 'shared' })
    const [a, b] = [
      await site.create('/api/covers?status=draft', { name: 'a', [target]: documentId }),
      await site.create('/api/covers?status=draft', { name: 'b' }),
    ]
    const owners = async (status: string) => {
      const found = await site.read(`/api/${target}s/${documentId}?populate=cover&status=${status}`)
      const covers = await site.list(`/api/covers?populate=${target}&status=${status}&filters[${target}][name]=shared`)
      expect(namesOf(covers)).toEqual(found.cover === null ? [] : [namesOf(found.cover)])
      return namesOf(found.cover)
    }
    const both = async () => [await owners('draft'), await owners('published')]
    expect(await both()).toEqual(['a', null])
    await site.entry(200, 'POST', `/api/covers/${a.documentId}/actions/publish`)
    await site.update(`/api/covers/${b.documentId}?status=draft`, { [target]: documentId })
    expect(await both()).toEqual(['b', 'a'])
    await site.entry(200, 'POST', `/api/covers/${b.documentId}/actions/publish`)
    expect(await both()).toEqual(['b', 'b'])
    await site.update(`/api/covers/${a.documentId}`, { [target]: documentId })
    expect(await both()).toEqual(['a', 'a'])
  })
})
