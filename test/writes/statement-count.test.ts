/** The number of statements of a write depends on the kinds of components and their depth, not on how many there are. */

import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ALL_RIGHTS } from '../../src/access/caller.ts'
import { createDocument, discardDraft, publishDocument, updateDocument } from '../../src/store/documents/documents.ts'
import { validateDocument } from '../../src/validate/validate-document.ts'
import { withSteps } from './counted-steps.ts'
import { DATABASES, openSite, type Site, type SiteSpec } from './site.ts'

const name = { type: 'string' }
const media = { type: 'media', multiple: true }
const relation = (type: string) => ({ type: 'relation', relation: 'oneToMany', target: `api::${type}.${type}` })

const SPEC: SiteSpec = {
  types: {
    page: {
      draftAndPublish: true,
      attributes: {
        name,
        items: { type: 'component', component: 'part.item', repeatable: true },
        zone: { type: 'dynamiczone', components: ['part.item', 'part.inner'] },
      },
    },
    tag: { draftAndPublish: true, attributes: { name } },
    note: { attributes: { name } },
  },
  components: {
    'part.item': {
      name,
      pictures: media,
      tags: relation('tag'),
      notes: relation('note'),
      inner: { type: 'component', component: 'part.inner' },
      inners: { type: 'component', component: 'part.inner', repeatable: true },
    },
    'part.inner': {
      name,
      picture: { type: 'media' },
      tag: { type: 'relation', relation: 'oneToOne', target: 'api::tag.tag' },
      any: { type: 'relation', relation: 'morphToMany' },
      one: { type: 'relation', relation: 'morphToOne' },
    },
  },
  files: 5,
}

describe.each(DATABASES)('statements of a write on %s', (kind) => {
  let site: Site
  const tags: string[] = []
  beforeAll(async () => {
    site = await openSite(kind, SPEC)
    for (const each of ['a', 'b', 'c']) tags.push(String((await site.create('/api/tags', { name: each })).documentId))
  })
  afterAll(() => site?.close())

  const tagAt = (index: number) => tags[index % tags.length] ?? expect.unreachable()
  const listOf = <T>(count: number, make: (index: number) => T) =>
    Array.from({ length: count }, (_, index) => make(index))
  const inner = (index: number) => ({
    name: `inner ${index}`,
    picture: (index % 5) + 1,
    tag: tagAt(index),
    any: [{ __type: 'api::tag.tag', documentId: tagAt(index) }],
    one: { __type: 'api::tag.tag', documentId: tagAt(index + 1) },
  })
  const item = (index: number) => ({
    name: `item ${index}`,
    pictures: [1, (index % 4) + 2],
    tags: [tagAt(index), tagAt(index + 1)],
    inner: inner(index),
    inners: listOf(2, inner),
  })
  const body = (count: number) => ({
    name: 'page',
    items: listOf(count, item),
    zone: listOf(count, (index) => ({ __component: 'part.inner', ...inner(index) })),
  })

  /** Of each step in the life of an entry with so many components. */
  const statementsOf = (count: number): Promise<Readonly<Record<string, number>>> =>
    withSteps(site, async (step, { schema }) => {
      const type = schema.contentTypes.get('api::page.page') ?? expect.unreachable()
      const view = { schema, caller: ALL_RIGHTS }
      const document = { type, documentId: `counted${count}`.padEnd(24, 'x'), locale: null }
      const input = (mode: 'create' | 'update') =>
        validateDocument({ body: body(count), type, view, mode, draft: false, strictRelations: true })
      const created = await input('create')
      const replaced = await input('update')
      const steps = {
        create: await step((store) => createDocument(store, document, created)),
        publish: await step((store) => publishDocument(store, document)),
        update: await step((store) => updateDocument(store, document, replaced)),
        publishAgain: await step((store) => publishDocument(store, document)),
        discard: await step((store) => discardDraft(store, document)),
      }
      return Object.fromEntries(Object.entries(steps).map(([name, { texts }]) => [name, texts.length]))
    })

  it('is the same for 3 components and for 30', async () => {
    const few = await statementsOf(3)
    const many = await statementsOf(30)
    expect(many).toEqual(few)
  })

  it('leaves the published version equal to the draft', async () => {
    const shown = async (status: string) => {
      const populate = 'populate[items][populate]=*&populate[zone][populate]=*'
      const { data } = await site.ask('GET', `/api/pages?status=${status}&${populate}&filters[name]=page`)
      return JSON.stringify(data).replaceAll(
        /"(id|documentId|publishedAt|updatedAt|createdAt)":("[^"]*"|\d+|null)/g,
        '',
      )
    }
    expect(await shown('published')).toBe(await shown('draft'))
  })
})
