/** Statements that do not need each other's rows are sent together: a database on another machine takes a while for each trip. */

import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ALL_RIGHTS } from '../../src/access/caller.ts'
import type { DocumentRef } from '../../src/store/documents/document-ref.ts'
import { createDocument, publishDocument, publishWritten, updateDocument } from '../../src/store/documents/documents.ts'
import { validateDocument } from '../../src/validate/validate-document.ts'
import { type Sent, withSteps } from './counted-steps.ts'
import { DATABASES, openSite, type Site, type SiteSpec } from './site.ts'

const MANY = 6
const tags = { type: 'relation', relation: 'manyToMany', target: 'api::tag.tag' }
const pictures = { type: 'media', multiple: true }

/** A type with so many relations, media attributes and components at different attributes. */
const withParts = (count: number) => {
  const parts = Array.from({ length: count }, (_, index) => [
    [`tags${index}`, tags],
    [`pictures${index}`, pictures],
    [`part${index}`, { type: 'component', component: 'part.item' }],
  ])
  return { draftAndPublish: true, attributes: { name: { type: 'string' }, ...Object.fromEntries(parts.flat()) } }
}

const SPEC: SiteSpec = {
  types: {
    small: withParts(1),
    large: withParts(MANY),
    tag: { draftAndPublish: true, attributes: { name: { type: 'string' } } },
  },
  components: { 'part.item': { name: { type: 'string' } } },
  files: 2,
}

type Life = Readonly<Record<'created' | 'published' | 'changed' | 'again', Sent>>

const bodyWith = (count: number, tag: string) => {
  const links = Array.from({ length: count }, (_, index) => [
    [`tags${index}`, [tag]],
    [`pictures${index}`, [1, 2]],
  ])
  return { name: 'x', part0: { name: 'y' }, ...Object.fromEntries(links.flat()) }
}

describe.each(DATABASES)('writes to %s', (kind) => {
  let site: Site
  let small: Life
  let large: Life
  beforeAll(async () => {
    site = await openSite(kind, SPEC)
    const tag = String((await site.create('/api/tags', { name: 'a' })).documentId)
    small = await life('small', bodyWith(1, tag))
    large = await life('large', bodyWith(MANY, tag))
  })
  afterAll(() => site?.close())

  const life = (name: 'small' | 'large', body: Readonly<Record<string, unknown>>): Promise<Life> =>
    withSteps(site, async (step, { schema }) => {
      const type = schema.contentTypes.get(`api::${name}.${name}`) ?? expect.unreachable()
      const document: DocumentRef = { type, documentId: `trips${name}`.padEnd(24, 'x'), locale: null }
      const view = { schema, caller: ALL_RIGHTS }
      const input = (mode: 'create' | 'update') =>
        validateDocument({ body, type, view, mode, draft: true, strictRelations: false })
      const created = await input('create')
      const changed = await input('update')
      return {
        created: await step((store) => createDocument(store, document, created)),
        published: await step((store) => publishDocument(store, document)),
        changed: await step(async (store) => {
          await updateDocument(store, document, changed)
          await publishWritten(store, document)
        }),
        again: await step((store) => publishDocument(store, document)),
      }
    })

  it('publish many relations without waiting for each of them', () => {
    // Not always the same: replies may come together, or one by one.
    expect(large.published.trips).toBeLessThan(small.published.trips + MANY)
    expect(large.again.trips).toBeLessThan(small.again.trips + MANY)
    expect(large.again.texts.length).toBeGreaterThan(small.again.texts.length + 2 * MANY)
  })

  it('look for nothing to delete below an entry that they have just inserted', () => {
    const deletes = ({ texts }: Sent) => texts.filter((text) => text.startsWith('delete'))
    expect(deletes(large.published)).toEqual([])
    expect(deletes(large.again).length).toBeGreaterThanOrEqual(2 * MANY)
  })

  it('lock the documents of an entry once where it is changed and published together', () => {
    const locks = ({ texts }: Sent) => texts.filter((text) => text.includes('"document_id", "id" for no key update'))
    expect(locks(large.changed)).toHaveLength(locks(large.published).length)
  })
})
