/** Types and components that have another name and the same table: what refers to them by name goes with the name. */

import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { randomRuns } from '../support/random-runs.ts'
import { orphansIn } from '../writes/orphans.ts'
import { DATABASES, type DatabaseKind, type SiteSpec } from '../writes/site.ts'
import { type ChangingSite, openChangingSite } from './changing-site.ts'
import { articleWith, fill, type Names, NEW, OLD, OTHER, shown, specOf } from './renamed-site.ts'

async function openFull(kind: DatabaseKind, work: (site: ChangingSite) => Promise<void>): Promise<void> {
  const site = await openChangingSite(kind, specOf(OLD))
  try {
    await fill(site, OLD)
    await work(site)
  } finally {
    await site.close()
  }
}

const anyNames: fc.Arbitrary<Names> = fc.record({
  article: fc.constantFrom(OLD.article, NEW.article, OTHER.article),
  tag: fc.constantFrom(OLD.tag, NEW.tag, OTHER.tag),
  seo: fc.constantFrom(OLD.seo, NEW.seo, OTHER.seo),
  image: fc.constantFrom(OLD.image, NEW.image, OTHER.image),
})

describe.each(DATABASES)('renamed types and components on %s', (kind) => {
  it('have what they had, once lectern migrate was run', () =>
    openFull(kind, async (site) => {
      const before = await shown(site, OLD)
      site.write(specOf(NEW))
      const { changes, script } = await site.migrate({ dryRun: true })
      const texts = changes.map(({ text }) => text)
      for (const text of [
        'rename shared.seo to meta.search-data, which has its table seos',
        'rename api::article.article to api::post.post, which has its table articles',
        'rename article_id to post_id, inv_article_id to inv_post_id, article_ord to post_ord, inv_article_ord to inv_post_ord in articles_related_lnk',
      ]) {
        expect(texts).toContain(text)
        expect(script).toContain(`-- ${text}`)
      }
      expect(await shown(site, OLD)).toEqual(before)
      expect(await site.change(specOf(NEW))).toMatchObject({ postponed: [] })
      expect(await shown(site, NEW)).toEqual(before)
      expect(await orphansIn(site, specOf(NEW))).toEqual([])
      expect(await site.migrate()).toMatchObject({ changes: [] })
    }))

  it('have what they had through any history, and what was written meanwhile', () =>
    openFull(kind, async (site) => {
      const history = fc.sample(anyNames, { seed: 20_261_119, numRuns: randomRuns(kind === 'SQLite' ? 8 : 4) })
      let last = OLD
      for (const [index, names] of history.entries()) {
        if (index % 2 === 0) await site.create(`/api/${last.article}s`, articleWith(last, `new ${index}`, []))
        const before = await shown(site, last)
        site.write(specOf(names))
        await site.serve()
        expect(await shown(site, names), JSON.stringify(history.slice(0, index + 1))).toEqual(before)
        last = names
      }
      expect(await orphansIn(site, specOf(last))).toEqual([])
      expect(await site.migrate()).toMatchObject({ changes: [], postponed: [] })
    }))

  it('bring back an attribute that was removed before', () =>
    openFull(kind, async (site) => {
      const before = await shown(site, OLD)
      const without = (names: Names) => {
        const spec = specOf(names)
        const isKept = (attribute: string) => !['seo', 'zone', 'cover', 'best', 'next', 'about'].includes(attribute)
        const types = Object.entries(spec.types).map(([name, type]) => {
          const attributes = Object.fromEntries(Object.entries(type.attributes).filter(([of]) => isKept(of)))
          return [name, { ...type, attributes }]
        })
        return { ...spec, types: Object.fromEntries(types) }
      }
      for (const spec of [without(OLD), without(NEW), specOf(NEW)]) {
        site.write(spec)
        await site.serve()
      }
      expect(await shown(site, NEW)).toEqual(before)
      expect(await orphansIn(site, specOf(NEW))).toEqual([])
    }))

  it('have drafts with all of it where Draft & Publish is switched on at once', async () => {
    const withDrafts = (names: Names, draftAndPublish: boolean): SiteSpec => {
      const spec = specOf(names)
      const types = Object.entries(spec.types).map(([name, type]) => [name, { ...type, draftAndPublish }])
      return { ...spec, types: Object.fromEntries(types) }
    }
    const site = await openChangingSite(kind, withDrafts(OLD, false))
    try {
      await fill(site, OLD)
      const [before] = await shown(site, OLD)
      site.write(withDrafts(NEW, true))
      await site.serve()
      const [drafts, , published] = await shown(site, NEW)
      expect(withoutIds(published)).toEqual(withoutIds(before))
      expect(withoutIds(drafts)).toEqual(withoutIds(before))
      expect(await orphansIn(site, withDrafts(NEW, true))).toEqual([])
    } finally {
      await site.close()
    }
  })
})

/** Drafts are rows of their own, as are their components, and entries show when they were published. */
function withoutIds(entries: unknown): unknown {
  const isOwn = (key: string) => ['id', 'documentId', 'publishedAt'].includes(key)
  return JSON.parse(JSON.stringify(entries, (key, value) => (isOwn(key) ? undefined : value)))
}
