/** Draft & Publish is switched off where a draft and its published version share nested components. */

import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { DATABASES, type SiteSpec } from '../writes/site.ts'
import { tableOfComponent } from '../writes/site-files.ts'
import { type ChangingSite, openChangingSite } from './changing-site.ts'

const specWith = (draftAndPublish: boolean): SiteSpec => ({
  types: {
    page: {
      draftAndPublish,
      attributes: { name: { type: 'string' }, rows: { type: 'component', component: 'part.row', repeatable: true } },
    },
    tag: { attributes: { name: { type: 'string' } } },
  },
  components: {
    'part.row': { cells: { type: 'component', component: 'part.cell', repeatable: true } },
    'part.cell': {
      text: { type: 'string' },
      tags: { type: 'relation', relation: 'oneToMany', target: 'api::tag.tag' },
    },
  },
})

const ROWS = tableOfComponent(specWith(true), 'part.row')
const CELLS = tableOfComponent(specWith(true), 'part.cell')

describe.each(DATABASES)('shared components on %s', (kind) => {
  let site: ChangingSite
  beforeAll(async () => {
    site = await openChangingSite(kind, specWith(true))
  })
  afterAll(() => site?.close())

  it('stay with the published version when drafts are deleted', async () => {
    const tag = await site.create('/api/tags', { name: 'owls' })
    const cells = [{ text: 'a', tags: [tag.documentId] }]
    const { documentId } = await site.create('/api/pages', { name: 'x', rows: [{ cells }] })
    const [[draft], [published]] = (await site.sql(
      'select c.cmp_id from pages_cmps c join pages p on p.id = c.entity_id order by p.published_at is not null',
    )) as [[number], [number]]
    await site.sql(`delete from ${CELLS} where id in (select cmp_id from ${ROWS}_cmps where entity_id = ${published})`)
    await site.sql(`delete from ${ROWS}_cmps where entity_id = ${published}`)
    await site.sql(
      `insert into ${ROWS}_cmps (entity_id, cmp_id, component_type, field, "order") select ${published}, cmp_id, component_type, field, "order" from ${ROWS}_cmps where entity_id = ${draft}`,
    )
    await site.change(specWith(false), { allowDataLoss: true })
    expect(await site.read(`/api/pages/${documentId}?populate[rows][populate][cells][populate]=tags`)).toMatchObject({
      rows: [{ cells: [{ text: 'a', tags: [{ name: 'owls' }] }] }],
    })
  })
})
