/** Types and components that the schema no longer has, while the loss of them is not allowed. */

import { describe, expect, it } from 'vitest'
import { orphansIn } from '../writes/orphans.ts'
import { DATABASES, type Json, type SiteSpec } from '../writes/site.ts'
import { openChangingSite } from './changing-site.ts'

const text = { type: 'string' }
const page: Json = {
  title: text,
  cover: { type: 'media', multiple: false },
  box: { type: 'component', component: 'shared.box' },
  parts: { type: 'dynamiczone', components: ['shared.box', 'shared.part'] },
}
const tagOf = (target: string): Json => ({
  name: text,
  about: { type: 'relation', relation: 'morphToMany' },
  // Nothing is linked by it: with another target its table is replaced without a loss.
  unused: { type: 'relation', relation: 'manyToMany', target },
})
const owner = { attributes: { name: text } }
const before = { owner, tag: { attributes: tagOf('api::owner.owner') } }
const after = { owner, tag: { attributes: tagOf('api::tag.tag') } }
const BOX = { 'shared.box': { text, image: { type: 'media', multiple: false } } }
const PART = { 'shared.part': { text } }

const FULL: SiteSpec = {
  types: { ...before, page: { attributes: page } },
  components: { ...BOX, ...PART },
  files: 2,
}
const WITHOUT_PAGES: SiteSpec = { types: after, components: { ...BOX, ...PART } }
const RENAMED: SiteSpec = {
  types: { ...after, leaf: { attributes: { title: text } } },
  components: { ...BOX, ...PART },
  tables: { leaf: 'pages' },
}
const WITHOUT_BOXES: SiteSpec = {
  types: {
    ...after,
    page: {
      attributes: {
        title: text,
        cover: page.cover as Json,
        parts: { ...(page.parts as Json), components: ['shared.part'] },
      },
    },
  },
  components: PART,
}

describe.each(DATABASES)('what led to what the schema no longer has, on %s', (kind) => {
  it.each([
    ['a type', WITHOUT_PAGES],
    ['a type whose table another has now', RENAMED],
    ['a component', WITHOUT_BOXES],
  ])('comes back with %s, though an empty table was dropped', async (_, less) => {
    const site = await openChangingSite(kind, FULL)
    try {
      const { documentId } = await site.create('/api/pages', {
        title: 'one',
        cover: 1,
        box: { text: 'a', image: 2 },
        parts: [
          { __component: 'shared.part', text: 'b' },
          { __component: 'shared.box', text: 'c', image: 1 },
        ],
      })
      await site.create('/api/tags', { name: 'red', about: [{ __type: 'api::page.page', documentId }] })
      const populate = 'populate[cover]=true&populate[box][populate]=*&populate[parts][on][shared.part]=true'
      const read = async () => [
        await site.list(`/api/pages?${populate}&populate[parts][on][shared.box][populate]=*`),
        await site.list('/api/tags?populate=about'),
      ]
      const shown = await read()
      site.write(less)
      await site.serve()
      expect(await site.list('/api/tags')).toMatchObject([{ name: 'red' }])
      site.write(FULL)
      await site.serve()
      expect(await read()).toEqual(shown)
    } finally {
      await site.close()
    }
  })

  it('is not shown by a new type of a name that it had for a while', async () => {
    const leaves = { attributes: { ...page, box: { type: 'component', component: 'other.box' }, parts: text } }
    const permissions = ['page', 'leaf'].flatMap((name) =>
      ['find', 'findOne', 'create'].map((action) => `api::${name}.${name}.${action}`),
    )
    const before: SiteSpec = { ...FULL, permissions }
    const renamed: SiteSpec = {
      types: { ...after, leaf: leaves },
      components: { ...PART, 'other.box': BOX['shared.box'] },
      tables: { leaf: 'pages', 'other.box': 'components_shared_boxs' },
    }
    const both: SiteSpec = {
      types: { ...before.types, leaf: leaves },
      components: { ...FULL.components, 'other.box': BOX['shared.box'] },
    }
    const site = await openChangingSite(kind, before)
    const populate = 'populate[cover]=true&populate[box][populate]=*'
    const full = { cover: 1, box: { text: 'a', image: 2 } }
    try {
      await site.create('/api/pages', { title: 'one', ...full })
      const shown = await site.list(`/api/pages?${populate}`)
      site.write(renamed)
      await site.serve()
      await site.create('/api/leafs', { title: 'two', ...full })
      site.write(before)
      await site.serve()
      const all = [...shown, { title: 'two', cover: { id: 1 }, box: { text: 'a', image: { id: 2 } } }]
      expect(await site.list(`/api/pages?${populate}`)).toMatchObject(all)
      await site.change(before, { allowDataLoss: true })
      expect(await orphansIn(site, before)).toEqual([])
      await site.change(both)
      for (const title of ['three', 'four']) await site.create('/api/leafs', { title, box: { text: title } })
      const empty = { cover: null, box: { image: null } }
      expect(await site.list(`/api/leafs?${populate}`)).toMatchObject([empty, empty])
      expect(await site.list(`/api/pages?${populate}`)).toMatchObject(all)
      expect(await site.migrate()).toMatchObject({ changes: [] })
    } finally {
      await site.close()
    }
  })
})
