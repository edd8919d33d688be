/** Entries with two rows for one version, as Strapi makes them when it takes two writes at once. */

import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { DATABASES, openSite, type Site, type SiteSpec } from './site.ts'

const SPEC: SiteSpec = {
  types: {
    page: { draftAndPublish: true, attributes: { name: { type: 'string' } } },
    tag: {
      draftAndPublish: true,
      attributes: { pages: { type: 'relation', relation: 'manyToMany', target: 'api::page.page' } },
    },
  },
}

describe.each(DATABASES)('versions with two rows on %s', (kind) => {
  let site: Site
  beforeAll(async () => {
    site = await openSite(kind, SPEC)
  })
  afterAll(() => site?.close())

  async function pageWithTwo(version: 'draft' | 'published'): Promise<string> {
    const { documentId } = await site.create('/api/pages', { name: 'a' })
    const isVersion = `published_at is ${version === 'draft' ? '' : 'not '}null`
    const columns = 'document_id, name, created_at, updated_at, published_at'
    await site.sql(
      `insert into pages (${columns}) select ${columns} from pages where document_id = '${documentId}' and ${isVersion}`,
    )
    return documentId
  }
  const pagesOf = async (path: string) => (await site.read(path)).pages as readonly { documentId: string }[]

  it('unpublishing leaves nothing published', async () => {
    const page = await pageWithTwo('published')
    expect((await site.ask('POST', `/api/pages/${page}/actions/unpublish`)).status).toBe(200)
    expect((await site.ask('GET', `/api/pages/${page}`)).status).toBe(404)
    expect(await site.read(`/api/pages/${page}?status=draft`)).toMatchObject({ name: 'a' })
  })

  it('an entry that is named is linked once', async () => {
    const page = await pageWithTwo('draft')
    const { documentId } = await site.create('/api/tags', { pages: [page] })
    for (const status of ['draft', 'published'])
      expect(await pagesOf(`/api/tags/${documentId}?populate=*&status=${status}`)).toMatchObject([{ documentId: page }])
  })

  it('links to both rows of a draft are one link when they are published', async () => {
    const page = await pageWithTwo('draft')
    const { documentId } = await site.create('/api/tags?status=draft', { pages: [page] })
    await site.sql(
      `insert into tags_pages_lnk (tag_id, page_id, page_ord) select l.tag_id, p.id, 2 from tags_pages_lnk l join tags t on t.id = l.tag_id, pages p where t.document_id = '${documentId}' and p.document_id = '${page}' and p.published_at is null and p.id <> l.page_id`,
    )
    expect(await pagesOf(`/api/tags/${documentId}?populate=*&status=draft`)).toHaveLength(2)
    await site.ask('POST', `/api/tags/${documentId}/actions/publish`)
    expect(await pagesOf(`/api/tags/${documentId}?populate=*`)).toMatchObject([{ documentId: page }])
  })
})
