/** Relations of a type with itself, whose columns do not tell by their names which side they order. */

import { afterEach, describe, expect, it } from 'vitest'
import { DATABASES, type Entry, type SiteSpec } from '../writes/site.ts'
import { type ChangingSite, openChangingSite } from './changing-site.ts'

const INVERSES = { manyToOne: 'oneToMany', oneToOne: 'oneToOne', manyToMany: 'manyToMany' }

/** Pages with parents, and their children in the other direction. */
function pages(kind: keyof typeof INVERSES, draftAndPublish: boolean): SiteSpec {
  const relation = (name: string, other: object) => ({
    type: 'relation',
    relation: name,
    target: 'api::page.page',
    ...other,
  })
  const attributes = {
    name: { type: 'string' },
    parent: relation(kind, { inversedBy: 'children' }),
    children: relation(INVERSES[kind], { mappedBy: 'parent' }),
  }
  return { types: { page: { draftAndPublish, attributes } } }
}

let site: ChangingSite

afterEach(() => site.close())

describe.each(DATABASES)('a type that is related to itself on %s', (kind) => {
  describe.each([false, true])('with drafts: %s', (drafts) => {
    const ids = new Map<string, string>()
    const create = async (name: string, data: object) =>
      ids.set(name, (await site.create('/api/pages', { name, ...data })).documentId)
    const refusal = (spec: SiteSpec) => {
      site.write(spec)
      return site.serve().then(
        () => '',
        (error: Error) => error.message,
      )
    }

    /** The names at an attribute; with drafts, those of both versions, which are the same. */
    async function linked(name: string, attribute: 'parent' | 'children') {
      const path = `/api/pages/${ids.get(name)}?populate=${attribute}`
      const [published, draft] = [await site.read(path), await site.read(`${path}&status=draft`)].map((entry) =>
        [entry[attribute] ?? []].flat().map((other) => (other as Entry).name),
      )
      expect(draft).toEqual(published)
      return published
    }

    async function openFamily() {
      site = await openChangingSite(kind, pages('manyToOne', drafts))
      for (const name of ['root', 'a', 'b', 'c']) await create(name, {})
      const children = ['c', 'a', 'b'].map((name) => ids.get(name))
      await site.update(`/api/pages/${ids.get('root')}`, { children })
      expect(await linked('root', 'children')).toEqual(['c', 'a', 'b'])
    }

    it('keeps the first link of either side that becomes one, once that is allowed', async () => {
      await openFamily()
      const rows = drafts ? 4 : 2
      expect(await refusal(pages('oneToOne', drafts))).toContain(
        `This would lose data of ${rows} rows: children of api::page.page leads to one entry now`,
      )
      await site.change(pages('oneToOne', drafts), { allowDataLoss: true })
      expect(await linked('root', 'children')).toEqual(['c'])
      await site.change(pages('manyToOne', drafts))
      expect(await linked('root', 'children')).toEqual(['c'])
    })

    it('keeps the order of children while there may be several parents', async () => {
      await openFamily()
      await site.change(pages('manyToMany', drafts))
      expect(await linked('root', 'children')).toEqual(['c', 'a', 'b'])
      await create('other', {})
      await site.update(`/api/pages/${ids.get('a')}`, { parent: [ids.get('other'), ids.get('root')] })
      expect(await linked('a', 'parent')).toEqual(['other', 'root'])
      const before = await linked('root', 'children')
      expect(await refusal(pages('manyToOne', drafts))).toContain('parent of api::page.page leads to one entry now')
      await site.change(pages('manyToOne', drafts), { allowDataLoss: true })
      expect(await linked('a', 'parent')).toEqual(['other'])
      expect(await linked('root', 'children')).toEqual(before?.filter((name) => name !== 'a'))
      await site.change(pages('manyToMany', drafts))
      await site.change(pages('oneToOne', drafts), { allowDataLoss: true })
      expect(await linked('root', 'children')).toEqual(['c'])
      expect(await site.migrate()).toMatchObject({ changes: [], postponed: [] })
    })
  })
})
