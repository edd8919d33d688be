/** Nested components that a draft and its published version share, as Strapi 5.36 left them when it upgraded Strapi 4. */

import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { DATABASES, openSite, type Site, type SiteSpec } from './site.ts'
import { tableOfComponent } from './site-files.ts'

const SPEC: SiteSpec = {
  types: {
    page: {
      draftAndPublish: true,
      attributes: { name: { type: 'string' }, rows: { type: 'component', component: 'part.row', repeatable: true } },
    },
    tag: { draftAndPublish: true, attributes: { name: { type: 'string' } } },
  },
  components: {
    'part.row': {
      text: { type: 'string' },
      cells: { type: 'component', component: 'part.cell', repeatable: true },
    },
    'part.cell': {
      text: { type: 'string' },
      note: { type: 'string' },
      tags: { type: 'relation', relation: 'oneToMany', target: 'api::tag.tag' },
    },
  },
}

const ROWS = tableOfComponent(SPEC, 'part.row')
const CELLS = tableOfComponent(SPEC, 'part.cell')
const POPULATE = 'populate[rows][populate][cells][populate]=*'

describe.each(DATABASES)('shared components on %s', (kind) => {
  let site: Site
  beforeAll(async () => {
    site = await openSite(kind, SPEC)
  })
  afterAll(() => site?.close())

  /** The published row gets the cells of the draft one. */
  async function sharedPage(): Promise<string> {
    const tag = await site.create('/api/tags', { name: 'owls' })
    const cells = [{ text: 'a', note: 'n', tags: [tag.documentId] }, { text: 'b' }]
    const { documentId } = await site.create('/api/pages', { name: 'x', rows: [{ text: 'r', cells }] })
    const [[draft], [published]] = (await site.sql(
      `select c.cmp_id from pages_cmps c join pages p on p.id = c.entity_id where p.document_id = '${documentId}' order by p.published_at is not null`,
    )) as [[number], [number]]
    await site.sql(`delete from ${CELLS} where id in (select cmp_id from ${ROWS}_cmps where entity_id = ${published})`)
    await site.sql(`delete from ${ROWS}_cmps where entity_id = ${published}`)
    await site.sql(
      `insert into ${ROWS}_cmps (entity_id, cmp_id, component_type, field, "order") select ${published}, cmp_id, component_type, field, "order" from ${ROWS}_cmps where entity_id = ${draft}`,
    )
    return `/api/pages/${documentId}`
  }
  const read = (path: string, status: string) => site.read(`${path}?${POPULATE}&status=${status}`)
  const CELL = { text: 'a', note: 'n', tags: [{ name: 'owls' }] }
  const WHOLE = { rows: [{ text: 'r', cells: [CELL, { text: 'b' }] }] }
  const WITHOUT_TAGS = { rows: [{ text: 'r', cells: [{ text: 'a', note: 'n' }, { text: 'b' }] }] }

  it('a draft that replaces them leaves what is published as it is', async () => {
    const path = await sharedPage()
    const before = await read(path, 'published')
    await site.update(`${path}?status=draft`, { rows: [{ text: 'new', cells: [{ text: 'c' }] }] })
    expect(await read(path, 'draft')).toMatchObject({ rows: [{ text: 'new', cells: [{ text: 'c' }] }] })
    expect(await read(path, 'published')).toEqual(before)
  })

  it('so does one that changes them by their ids', async () => {
    const path = await sharedPage()
    const before = await read(path, 'published')
    const [row] = (await read(path, 'draft')).rows as { id: number; cells: { id: number }[] }[]
    const cells = row?.cells.map(({ id }, index) => ({ id, text: `changed ${index}` })).reverse()
    await site.update(`${path}?status=draft`, { rows: [{ id: row?.id, cells }] })
    expect(await read(path, 'draft')).toMatchObject({
      rows: [{ text: 'r', cells: [{ text: 'changed 1' }, { ...CELL, text: 'changed 0' }] }],
    })
    expect(await read(path, 'published')).toEqual(before)
  })

  it.each(['publish', 'discard'])('%s gives each version its own', async (verb) => {
    const path = await sharedPage()
    expect((await site.ask('POST', `${path}/actions/${verb}`)).status).toBe(200)
    // The published version does not show links to drafts.
    expect(await read(path, 'published')).toMatchObject(verb === 'publish' ? WHOLE : WITHOUT_TAGS)
    expect(await read(path, 'draft')).toMatchObject(WHOLE)
    await site.update(`${path}?status=draft`, { rows: [] })
    expect(await read(path, 'published')).toMatchObject(verb === 'publish' ? WHOLE : WITHOUT_TAGS)
  })

  it('unpublishing leaves them to the draft, and deleting both leaves nothing', async () => {
    const path = await sharedPage()
    await site.ask('POST', `${path}/actions/unpublish`)
    expect(await read(path, 'draft')).toMatchObject(WHOLE)
    const both = await sharedPage()
    for (const each of [path, both]) expect((await site.ask('DELETE', each)).status).toBe(204)
    const left = `select count(*) from ${CELLS} where id not in (select cmp_id from ${ROWS}_cmps)`
    expect((await site.sql(left)).flat().map(Number)).toEqual([0])
  })
})
