/** `$null` at the end of lists: matches entries without a value, and entries without related rows on the way. */

import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { DATABASES, namesOf, openSite, type Site, type SiteSpec } from '../writes/site.ts'

const related = (relation: string, target: string, more: Readonly<Record<string, string>>) => ({
  type: 'relation',
  relation,
  target: `api::${target}.${target}`,
  ...more,
})

const SPEC: SiteSpec = {
  types: {
    shelf: {
      attributes: { name: { type: 'string' }, books: related('oneToMany', 'book', { mappedBy: 'shelf' }) },
    },
    book: {
      draftAndPublish: true,
      attributes: {
        shelf: related('manyToOne', 'shelf', { inversedBy: 'books' }),
        notes: related('manyToMany', 'note', { inversedBy: 'books' }),
      },
    },
    note: {
      attributes: {
        stars: { type: 'integer' },
        text: { type: 'string' },
        books: related('manyToMany', 'book', { mappedBy: 'notes' }),
      },
    },
  },
}

type Note = Readonly<Record<'stars' | 'text', number | string | null>>
const [RATED, BARE, SILENT]: readonly Note[] = [
  { stars: 5, text: 'good' },
  { stars: null, text: 'fair' },
  { stars: 4, text: null },
]

/** For each shelf, the notes of its books. */
const SHELVES: Readonly<Record<string, readonly (readonly (Note | undefined)[])[]>> = {
  empty: [],
  rated: [[RATED], [RATED, RATED]],
  bare: [[RATED], [RATED, BARE]],
  silent: [[SILENT, RATED]],
  unread: [[RATED], []],
}

const FOUND: Readonly<Record<string, readonly string[]>> = {
  'filters[books][notes][stars][$null]=true': ['bare', 'empty', 'unread'],
  'filters[books][notes][text][$null]=true': ['empty', 'silent', 'unread'],
  'filters[books][notes][stars][$notNull]=true': ['bare', 'rated', 'silent', 'unread'],
  'filters[$not][books][notes][stars][$notNull]=true': ['bare', 'empty', 'unread'],
  'filters[books][notes][stars][$null]=true&filters[books][notes][text][$null]=true': ['empty', 'unread'],
  'filters[books][notes][$or][0][stars][$null]=true&filters[books][notes][$or][1][stars]=4': [
    'bare',
    'empty',
    'silent',
    'unread',
  ],
  'filters[books][notes][books][shelf][name][$null]=true': ['empty', 'unread'],
}

describe.each(DATABASES)('null through lists on %s', (kind) => {
  let site: Site

  beforeAll(async () => {
    site = await openSite(kind, SPEC)
    for (const [name, books] of Object.entries(SHELVES)) {
      const shelf = await site.create('/api/shelfs', { name })
      for (const written of books) {
        const notes: string[] = []
        for (const note of written) notes.push((await site.create('/api/notes', note)).documentId)
        await site.create('/api/books', { shelf: shelf.documentId, notes })
      }
    }
  })
  afterAll(() => site?.close())

  it.each(Object.keys(FOUND))('finds the shelves of %s', async (filters) => {
    expect(namesOf(await site.list(`/api/shelfs?sort=name&${filters}`))).toEqual(FOUND[filters])
  })
})
