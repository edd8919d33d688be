/** Published entries without a draft, as scripts make them with Strapi's query engine: a write changes only what it mentions. */

import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { DATABASES, openSite, type Site, type SiteSpec } from './site.ts'

const PAGE = {
  name: { type: 'string', pluginOptions: { i18n: { localized: true } } },
  note: { type: 'string' },
  shared: { type: 'integer' },
  cover: { type: 'media', multiple: false },
  tags: { type: 'relation', relation: 'manyToMany', target: 'api::tag.tag' },
  parts: { type: 'component', component: 'part.one', repeatable: true },
}

const SPEC: SiteSpec = {
  types: {
    page: { draftAndPublish: true, attributes: PAGE },
    local: { draftAndPublish: true, localized: true, attributes: PAGE },
    tag: { draftAndPublish: true, attributes: { name: { type: 'string' } } },
  },
  components: { 'part.one': { text: { type: 'string' } } },
  files: 1,
}

describe.each(DATABASES)('entries without a draft on %s', (kind) => {
  let site: Site
  beforeAll(async () => {
    site = await openSite(kind, SPEC)
  })
  afterAll(() => site?.close())

  async function publishedOnly(type: 'page' | 'local'): Promise<string> {
    const tag = await site.create('/api/tags', { name: 'owls' })
    const whole = { name: 'a', note: 'n', shared: 1, cover: 1, tags: [tag.documentId], parts: [{ text: 'p' }] }
    const { documentId } = await site.create(`/api/${type}s`, whole)
    await site.sql(`delete from ${type}s where document_id = '${documentId}' and published_at is null`)
    return `/api/${type}s/${documentId}`
  }
  const KEPT = { note: 'n', cover: { id: 1 }, tags: [{ name: 'owls' }], parts: [{ text: 'p' }] }

  it.each(['page', 'local'] as const)('a %s keeps what a change does not mention', async (type) => {
    const path = await publishedOnly(type)
    expect(await site.update(`${path}?populate=*`, { name: 'b' })).toMatchObject({ name: 'b', shared: 1, ...KEPT })
    expect(await site.read(`${path}?populate=*&status=draft`)).toMatchObject({ name: 'b', shared: 1, ...KEPT })
  })

  it.each(['page', 'local'] as const)('a draft of a %s leaves what is published as it is', async (type) => {
    const path = await publishedOnly(type)
    const before = await site.read(`${path}?populate=*`)
    expect(await site.update(`${path}?populate=*&status=draft`, { name: 'b' })).toMatchObject({ name: 'b', ...KEPT })
    expect(await site.read(`${path}?populate=*`)).toEqual(before)
  })

  it('a draft has what the drafts of other locales share', async () => {
    const path = await publishedOnly('local')
    await site.update(`${path}?locale=fr`, { name: 'c', shared: null })
    await site.sql(
      `delete from locals where document_id = '${path.slice(-24)}' and locale = 'en' and published_at is null`,
    )
    await site.update(`${path}?locale=fr&status=draft`, { shared: 2 })
    expect(await site.update(`${path}?populate=*`, { name: 'b' })).toMatchObject({ name: 'b', shared: 2, ...KEPT })
    expect(await site.read(`${path}?locale=fr`)).toMatchObject({ name: 'c', shared: 2 })
  })
})
