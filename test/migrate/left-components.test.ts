/** Components at attributes that the schema no longer has, while the loss of them is not allowed. */

import { describe, expect, it } from 'vitest'
import { leftIn, orphansIn } from '../writes/orphans.ts'
import { DATABASES, type Json, type SiteSpec } from '../writes/site.ts'
import { type ChangingSite, openChangingSite } from './changing-site.ts'

const parts = { type: 'component', component: 'shared.part', repeatable: true }
const removed = { type: 'component', component: 'shared.box' }

const withAttributes = (page: Json, part: Json, draftAndPublish = true): SiteSpec => ({
  types: { page: { draftAndPublish, attributes: { title: { type: 'string' }, parts, ...page } } },
  components: {
    'shared.box': { text: { type: 'string' }, inner: { type: 'component', component: 'shared.leaf' } },
    'shared.leaf': { text: { type: 'string' } },
    'shared.part': { leaf: { type: 'component', component: 'shared.leaf' }, ...part },
  },
})

const FULL = withAttributes({ box: removed }, { box: removed })
const LESS = withAttributes({}, {})

const DATA = { title: 'one', box: { text: 'a', inner: { text: 'b' } }, parts: [{ leaf: { text: 'c' } }] }

const box = (text: string) => ({ text, inner: { text } })

async function openWithout(
  kind: (typeof DATABASES)[number],
  work: (site: ChangingSite, path: string) => Promise<void>,
) {
  const site = await openChangingSite(kind, FULL)
  try {
    const data = { title: 'one', box: box('a'), parts: [{ leaf: { text: 'b' }, box: box('c') }] }
    const { documentId } = await site.create('/api/pages', data)
    site.write(LESS)
    await site.serve()
    await work(site, `/api/pages/${documentId}`)
  } finally {
    await site.close()
  }
}

describe.each(DATABASES)('components at removed attributes on %s', (kind) => {
  it('go with the entry that has them', () =>
    openWithout(kind, async (site, path) => {
      expect((await site.ask('POST', `${path}/actions/unpublish`)).status).toBe(200)
      expect(await orphansIn(site, LESS)).toEqual([])
      expect((await site.ask('DELETE', path)).status).toBe(204)
      expect(await leftIn(site, LESS)).toEqual([])
    }))

  it('go with the component that has them', () =>
    openWithout(kind, async (site, path) => {
      await site.update(path, { parts: [] })
      expect(await orphansIn(site, LESS)).toEqual([])
    }))

  it('come back with the attribute', () =>
    openWithout(kind, async (site, path) => {
      await site.update(path, { title: 'two' })
      site.write(FULL)
      await site.serve()
      const { box: back } = await site.read(`${path}?populate[box][populate]=inner`)
      expect(back).toMatchObject({ text: 'a', inner: { text: 'a' } })
      expect(await orphansIn(site, FULL)).toEqual([])
    }))

  it('are those of drafts too, when these are switched on', async () => {
    const site = await openChangingSite(kind, withAttributes({ box: removed }, { box: removed }, false))
    try {
      const { documentId } = await site.create('/api/pages', DATA)
      site.write(LESS)
      await site.serve()
      expect(await orphansIn(site, LESS)).toEqual([])
      site.write(FULL)
      await site.serve()
      const path = `/api/pages/${documentId}?populate[box][populate]=inner&populate[parts][populate]=leaf`
      for (const status of ['draft', 'published']) {
        expect(await site.read(`${path}&status=${status}`)).toMatchObject(DATA)
      }
    } finally {
      await site.close()
    }
  })
})

describe.each(DATABASES)('a renamed component whose table stays, on %s', (kind) => {
  const tables = { 'shared.card': 'cards', 'moved.card': 'cards' }
  const withCard = (uid: string): SiteSpec => ({
    types: { page: { attributes: { card: { type: 'component', component: uid } } } },
    components: { [uid]: { text: { type: 'string' } } },
    tables,
  })

  it('is shown under its new name, and does not replace what is written since', async () => {
    const site = await openChangingSite(kind, withCard('shared.card'))
    try {
      const { documentId } = await site.create('/api/pages', { card: { text: 'before' } })
      const text = async () => (await site.read(`/api/pages/${documentId}?populate=card`)).card
      site.write(withCard('moved.card'))
      await site.serve()
      expect(await text()).toMatchObject({ text: 'before' })
      await site.update(`/api/pages/${documentId}`, { card: { text: 'since' } })
      await site.serve()
      expect(await text()).toMatchObject({ text: 'since' })
      await site.change(withCard('moved.card'), { allowDataLoss: true })
      expect(await text()).toMatchObject({ text: 'since' })
    } finally {
      await site.close()
    }
  })

  it('is not merged with what has its new name already', async () => {
    const both = (uid: string): SiteSpec => ({
      ...withCard(uid),
      components: { 'shared.card': { text: { type: 'string' } }, 'moved.card': { text: { type: 'string' } } },
      tables: { 'shared.card': 'cards' },
    })
    const site = await openChangingSite(kind, both('shared.card'))
    try {
      const { documentId } = await site.create('/api/pages', { card: { text: 'before' } })
      const text = async () => (await site.read(`/api/pages/${documentId}?populate=card`)).card
      site.write(both('moved.card'))
      await site.serve()
      await site.create('/api/pages', { card: { text: 'since' } })
      site.write(withCard('moved.card'))
      await expect(site.serve()).rejects.toThrow(/moved\.card has another table now/)
      site.write(both('shared.card'))
      await site.serve()
      expect(await text()).toMatchObject({ text: 'before' })
    } finally {
      await site.close()
    }
  })

  it('keeps what it has where its file first named another table, once it names that one', async () => {
    const { tables: _, ...elsewhere } = withCard('moved.card')
    const site = await openChangingSite(kind, withCard('shared.card'))
    try {
      const { documentId } = await site.create('/api/pages', { card: { text: 'before' } })
      site.write(elsewhere)
      const hint = 'If shared.card is moved.card now, "collectionName": "cards" in its file keeps its content.'
      await expect(site.migrate()).rejects.toThrow(hint)
      await site.serve()
      expect((await site.read(`/api/pages/${documentId}?populate=card`)).card).toBeNull()
      site.write(withCard('moved.card'))
      await site.serve()
      expect((await site.read(`/api/pages/${documentId}?populate=card`)).card).toMatchObject({ text: 'before' })
    } finally {
      await site.close()
    }
  })
})
