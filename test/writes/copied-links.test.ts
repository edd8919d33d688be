/**
 * Entries without drafts link to both versions of an entry with drafts. A copy that Strapi's admin panel has made links to the
 * draft alone, until the entry that it links to is published again.
 */

import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { DATABASES, openSite, type Site, type SiteSpec } from './site.ts'

const name = { type: 'string' }
const tag = { type: 'relation', relation: 'oneToOne', target: 'api::tag.tag' }
const tags = { type: 'relation', relation: 'oneToMany', target: 'api::tag.tag' }

const SPEC: SiteSpec = {
  types: {
    tag: { draftAndPublish: true, attributes: { name } },
    note: { attributes: { name, tag, part: { type: 'component', component: 'part.inner' } } },
    page: { draftAndPublish: true, attributes: { name, part: { type: 'component', component: 'part.inner' } } },
  },
  components: { 'part.inner': { name, tags } },
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
})
