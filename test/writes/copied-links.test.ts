/**
 * Entries without drafts link to both versions of an entry with drafts. A copy that Strapi's admin panel has made links to the
 * draft alone, until the entry that it links to is published again. Drafts link to both versions where Strapi has switched on
 * Draft & Publish for the type that they link to.
 */

import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { DATABASES, type Entry, openSite, type Site, type SiteSpec } from './site.ts'

const name = { type: 'string' }
const tag = { type: 'relation', relation: 'oneToOne', target: 'api::tag.tag' }
const tags = { type: 'relation', relation: 'oneToMany', target: 'api::tag.tag' }

const SPEC: SiteSpec = {
  types: {
    tag: { draftAndPublish: true, attributes: { name } },
    note: { attributes: { name, tag, part: { type: 'component', component: 'part.inner' } } },
    page: { draftAndPublish: true, attributes: { name, tag, part: { type: 'component', component: 'part.inner' } } },
    word: { localized: true, attributes: { name } },
    book: {
      localized: true,
      attributes: {
        name: { ...name, pluginOptions: { i18n: { localized: true } } },
        part: { type: 'component', component: 'part.words' },
      },
    },
  },
  components: {
    'part.inner': { name, tags },
    'part.words': { words: { type: 'relation', relation: 'oneToMany', target: 'api::word.word' } },
  },
}

describe.each(DATABASES)('on %s', (kind) => {
  let site: Site
  beforeAll(async () => {
    site = await openSite(kind, SPEC)
  })
  afterAll(() => site?.close())

  const linkTables = ['notes_tag_lnk', 'components_part_inners_tags_lnk']
  const published = `select id from tags where published_at is not null`
  const counts = async () => {
    const found: unknown[] = []
    for (const table of linkTables) found.push(Number((await site.sql(`select count(*) from ${table}`))[0]?.[0]))
    return found
  }

  it('links of entries without drafts that lead to the draft alone are completed when it is published', async () => {
    const { documentId } = await site.create('/api/tags', { name: 'a' })
    const note = await site.create('/api/notes', {
      name: 'n',
      tag: documentId,
      part: { name: 'p', tags: [documentId] },
    })
    const way = `/api/notes/${note.documentId}?populate[tag][fields]=name&populate[part][populate][tags][fields]=name`
    const whole = await site.read(way)
    expect(whole).toMatchObject({ tag: { name: 'a' }, part: { tags: [{ name: 'a' }] } })
    for (const table of linkTables) await site.sql(`delete from ${table} where tag_id in (${published})`)
    expect(await site.read(way)).toMatchObject({ tag: null, part: { tags: [] } })
    await site.update(`/api/tags/${documentId}`, { name: 'b' })
    expect(await site.read(way)).toMatchObject({ tag: { name: 'b' }, part: { tags: [{ name: 'b' }] } })
    await site.update(`/api/tags/${documentId}`, { name: 'c' })
    expect(await counts()).toEqual([2, 2])
  })

  it('those of a draft stay: it is published by itself', async () => {
    const { documentId } = await site.create('/api/tags', { name: 'd' })
    const part = { name: 'p', tags: [documentId] }
    const page = await site.create('/api/pages?status=draft', { name: 'n', part })
    const before = await counts()
    await site.update(`/api/tags/${documentId}`, { name: 'e' })
    expect(await counts()).toEqual(before)
    const way = `/api/pages/${page.documentId}?status=draft&populate[part][populate]=tags`
    expect(await site.read(way)).toMatchObject({ part: { tags: [{ name: 'e' }] } })
  })

  describe('of an entry with drafts that links to both versions', () => {
    /** The links to the other versions come first, in the opposite order. */
    const linkOthers = async (page: Entry, version: string) => {
      const rows = `select id from pages where document_id = '${page.documentId}' and published_at ${version}`
      const parts = `select cmp_id from pages_cmps where entity_id in (${rows})`
      const versions = 'tags as t on t.id = l.tag_id join tags as o on o.document_id = t.document_id and o.id <> t.id'
      await site.sql(
        `insert into pages_tag_lnk (page_id, tag_id) select l.page_id, o.id from pages_tag_lnk as l join ${versions} where l.page_id in (${rows})`,
      )
      await site.sql(
        `insert into components_part_inners_tags_lnk (inner_id, tag_id, tag_ord) select l.inner_id, o.id, -l.tag_ord from components_part_inners_tags_lnk as l join ${versions} where l.inner_id in (${parts})`,
      )
    }
    const create = async () => {
      const [a, b] = [await site.create('/api/tags', { name: 'a' }), await site.create('/api/tags', { name: 'b' })]
      const part = { name: 'p', tags: [b.documentId, a.documentId] }
      return site.create('/api/pages', { name: 'n', tag: b.documentId, part })
    }
    const shown = { tag: { name: 'b' }, part: { tags: [{ name: 'b' }, { name: 'a' }] } }
    const read = ({ documentId }: Entry, status: string) =>
      site.read(`/api/pages/${documentId}?populate[tag]=true&populate[part][populate]=tags&status=${status}`)

    it('publishing copies the links that the draft shows', async () => {
      const page = await create()
      await linkOthers(page, 'is null')
      expect(await read(page, 'draft')).toMatchObject(shown)
      await site.entry(200, 'POST', `/api/pages/${page.documentId}/actions/publish`)
      expect(await read(page, 'published')).toMatchObject(shown)
    })

    it('discarding copies the links that the published version shows', async () => {
      const page = await create()
      await linkOthers(page, 'is not null')
      expect(await read(page, 'published')).toMatchObject(shown)
      await site.entry(200, 'POST', `/api/pages/${page.documentId}/actions/discard`)
      expect(await read(page, 'draft')).toMatchObject(shown)
    })

    it('disconnecting an entry ends the links to both', async () => {
      const page = await create()
      await linkOthers(page, 'is null')
      const { tag: linked, part } = await read(page, 'draft')
      const gone = { disconnect: [(linked as Entry).documentId] }
      const change = { tag: gone, part: { id: (part as Entry).id, tags: gone } }
      await site.update(`/api/pages/${page.documentId}?status=draft`, change)
      await site.entry(200, 'POST', `/api/pages/${page.documentId}/actions/publish`)
      expect(await read(page, 'published')).toMatchObject({ tag: null, part: { tags: [{ name: 'a' }] } })
    })

    it('a component that all locales share links once to an entry of which it had two locales', async () => {
      const { documentId } = await site.create('/api/words', { name: 'en' })
      await site.update(`/api/words/${documentId}?locale=fr`, { name: 'fr' })
      const book = await site.create('/api/books?populate=part', { name: 'n', part: { words: [documentId] } })
      await site.update(`/api/books/${book.documentId}?locale=fr`, { name: 'n' })
      const { id } = book.part as Entry
      await site.sql(
        `insert into components_part_wordss_words_lnk (words_id, word_id, word_ord) select ${id}, id, 2 from words where locale = 'fr'`,
      )
      await site.update(`/api/books/${book.documentId}`, { part: { id } })
      const fr = await site.read(`/api/books/${book.documentId}?locale=fr&populate[part][populate]=words`)
      expect(fr).toMatchObject({ part: { words: [{ name: 'fr' }] } })
    })
  })
})
