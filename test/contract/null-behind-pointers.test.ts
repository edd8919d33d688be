/** `$null` below two relations, the second of which is stored in a column: PostgreSQL has its own SQL for that join. */

import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { DATABASES, openSite, type Site, type SiteSpec } from '../writes/site.ts'

const to = (name: string, relation: string, more: object) => ({
  type: 'relation',
  relation,
  target: `api::${name}.${name}`,
  ...more,
})

const SPEC: SiteSpec = {
  types: {
    book: { attributes: { title: { type: 'string' }, writer: to('writer', 'manyToOne', {}) } },
    writer: {
      attributes: {
        name: { type: 'string' },
        mentor: to('writer', 'manyToOne', { useJoinTable: false }),
        note: to('note', 'morphOne', { morphBy: 'about' }),
      },
    },
    note: { attributes: { text: { type: 'string' }, about: { type: 'relation', relation: 'morphToOne' } } },
  },
}

describe.each(DATABASES)('on %s', (kind) => {
  let site: Site
  beforeAll(async () => {
    site = await openSite(kind, SPEC)
    const alone = await site.create('/api/writers', { name: 'alone' })
    const nameless = await site.create('/api/writers', {})
    for (const [title, mentor, text] of [
      ['of a pupil', alone, 'known'],
      ['of a pupil of nobody', nameless, null],
    ] as const) {
      const writer = await site.create('/api/writers', { name: title, mentor: mentor.documentId })
      await site.create('/api/notes', { text, about: { __type: 'api::writer.writer', documentId: writer.documentId } })
      await site.create('/api/books', { title, writer: writer.documentId })
    }
    await site.create('/api/books', { title: 'alone', writer: alone.documentId })
  })
  afterAll(() => site.close())

  it.each([
    ['[mentor][name][$null]=true', ['of a pupil of nobody', 'alone']],
    ['[mentor][$null]=true', ['alone']],
    ['[mentor][mentor][name][$null]=true', ['of a pupil', 'of a pupil of nobody', 'alone']],
    ['[note][text][$null]=true', ['of a pupil of nobody', 'alone']],
    ['[note][$null]=true', ['alone']],
  ])('filters[writer]%s', async (filter, titles) => {
    const books = await site.list(`/api/books?filters[writer]${filter}`)
    expect(books.map(({ title }) => title)).toEqual(titles)
  })
})
