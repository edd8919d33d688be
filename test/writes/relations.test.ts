/** Relations in all the forms a body may have them. */

import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { DATABASES, type Entry, namesOf, openSite, type Site, type SiteSpec } from './site.ts'

const name = { type: 'string' }
const relation = (kind: string, target: string, other: object = {}) => ({
  type: 'relation',
  relation: kind,
  target: `api::${target}.${target}`,
  ...other,
})

const SPEC: SiteSpec = {
  types: {
    book: {
      attributes: {
        name,
        author: relation('manyToOne', 'author', { inversedBy: 'books' }),
        tags: relation('manyToMany', 'tag', { inversedBy: 'books' }),
        cover: relation('oneToOne', 'tag', { inversedBy: 'covers' }),
        chapters: relation('oneToMany', 'tag'),
        editor: relation('oneToOne', 'author'),
        shop: relation('manyToOne', 'author'),
        shelves: relation('manyToMany', 'tag'),
        related: relation('manyToMany', 'book', { inversedBy: 'relatedTo' }),
        relatedTo: relation('manyToMany', 'book', { mappedBy: 'related' }),
        parent: relation('manyToOne', 'book', { inversedBy: 'children' }),
        children: relation('oneToMany', 'book', { mappedBy: 'parent' }),
        twin: relation('oneToOne', 'book'),
        box: { type: 'component', component: 'part.box' },
        zone: { type: 'dynamiczone', components: ['part.box', 'part.bag'] },
      },
    },
    author: { attributes: { name, books: relation('oneToMany', 'book', { mappedBy: 'author' }) } },
    tag: {
      attributes: {
        name,
        books: relation('manyToMany', 'book', { mappedBy: 'tags' }),
        covers: relation('oneToOne', 'book', { mappedBy: 'cover' }),
      },
    },
  },
  components: {
    'part.box': { name, tags: relation('oneToMany', 'tag'), tag: relation('oneToOne', 'tag') },
    'part.bag': { name, boxes: { type: 'component', component: 'part.box', repeatable: true } },
  },
}

describe.each(DATABASES)('relations on %s', (kind) => {
  let site: Site
  let [a, b, c, d]: readonly Entry[] = []
  let book: Entry
  beforeAll(async () => {
    site = await openSite(kind, SPEC)
  })
  afterAll(() => site?.close())
  beforeEach(async () => {
    const tag = (text: string) => site.create('/api/tags', { name: text })
    ;[a, b, c, d] = [await tag('a'), await tag('b'), await tag('c'), await tag('d')]
    book = await site.create('/api/books', { name: 'book', tags: [a?.id, b?.id] })
  })
  const set = (data: object, entry = book) => site.update(`/api/books/${entry.documentId}?populate=*`, data)
  const names = async (attribute: string, data: object, entry = book) =>
    namesOf((await set({ [attribute]: data }, entry))[attribute])
  const read = async (plural: string, entry: Entry | undefined, attribute: string) =>
    namesOf((await site.read(`/api/${plural}/${entry?.documentId}?populate=*`))[attribute])

  it('set by ids, documentIds, texts of digits, objects, and what was read', async () => {
    const forms = [
      [c?.id, a?.id],
      [c?.documentId, a?.documentId],
      [String(c?.id), { documentId: a?.documentId }],
      [{ id: c?.id }, a],
      { set: [c?.id, a] },
      { set: [{ documentId: c?.documentId }, { id: a?.id }] },
    ]
    for (const form of forms) {
      expect(await names('tags', [])).toEqual([])
      expect(await names('tags', form), JSON.stringify(form)).toEqual(['c', 'a'])
    }
    expect(namesOf((await set({ tags: null })).tags)).toEqual([])
    expect(namesOf((await set({ tags: d?.id })).tags)).toEqual(['d'])
  })

  it('an update that does not name a relation leaves it', async () => {
    expect(namesOf((await set({ name: 'new' })).tags)).toEqual(['a', 'b'])
    expect(await names('tags', { connect: [] })).toEqual(['a', 'b'])
    expect(await names('tags', { disconnect: [] })).toEqual(['a', 'b'])
  })

  it.each([
    ['at the end, unless said otherwise', () => ({ connect: [c?.id] }), 'abc'],
    ['at the start', () => ({ connect: [{ id: c?.id, position: { start: true } }] }), 'cab'],
    ['at the end', () => ({ connect: [{ id: c?.id, position: { end: true } }] }), 'abc'],
    ['before', () => ({ connect: [{ id: c?.id, position: { before: b?.documentId } }] }), 'acb'],
    ['after', () => ({ connect: [{ documentId: c?.documentId, position: { after: a?.id } }] }), 'acb'],
    ['before the first', () => ({ connect: [{ id: c?.id, position: { before: a?.id } }] }), 'cab'],
    ['after the last', () => ({ connect: [{ id: c?.id, position: { after: b?.id } }] }), 'abc'],
    [
      'beside one that comes in the same request',
      () => ({ connect: [d, { ...c, position: { before: d?.id } }] }),
      'abcd',
    ],
    ['one that is there moves', () => ({ connect: [{ id: b?.id, position: { start: true } }] }), 'ba'],
    ['one that is there moves to the end', () => ({ connect: [a?.id] }), 'ba'],
    ['disconnect', () => ({ disconnect: [a?.id] }), 'b'],
    ['disconnect by documentId', () => ({ disconnect: [{ documentId: b?.documentId }] }), 'a'],
    ['disconnect what is not connected', () => ({ disconnect: [d?.id] }), 'ab'],
    ['connect and disconnect', () => ({ disconnect: [a?.id], connect: [d?.id, c?.id] }), 'bdc'],
    ['twice the same', () => ({ connect: [c?.id, c?.documentId] }), 'abc'],
    ['nothing', () => ({}), 'ab'],
    ['no entry', () => ({ connect: [null], disconnect: [null] }), 'ab'],
    ['beside set, which wins', () => ({ set: [d?.id], connect: [c?.id], disconnect: [d?.id] }), 'd'],
    ['beside no set', () => ({ set: null, connect: [c?.id] }), 'abc'],
    ['what is disconnected', () => ({ connect: [a?.id], disconnect: [a?.id] }), 'ba'],
    ['disconnect what does not exist', () => ({ disconnect: [2_000_000] }), 'ab'],
    [
      'at the start, beside one at the end',
      () => ({ connect: [d?.id, { id: c?.id, position: { start: true } }] }),
      'cabd',
    ],
    ['at the start, as a text', () => ({ connect: [{ id: c?.id, position: { start: 'true' } }] }), 'cab'],
    ['at the end, as a text', () => ({ connect: [{ id: a?.id, position: { end: 'true' } }] }), 'ba'],
    ['at a place that is none', () => ({ connect: [{ id: c?.id, position: { foo: 1 } }] }), 'abc'],
    ['beside one that comes later', () => ({ connect: [{ id: c?.id, position: { before: d?.id } }, d?.id] }), 'abcd'],
    [
      'in a chain',
      () => ({
        connect: [
          { id: c?.id, position: { after: d?.id } },
          { id: d?.id, position: { before: a?.id } },
        ],
      }),
      'dcab',
    ],
    [
      'beside one that moves later',
      () => ({
        connect: [
          { id: c?.id, position: { after: a?.id } },
          { id: a?.id, position: { end: true } },
        ],
      }),
      'cba',
    ],
    [
      'beside one that goes',
      () => ({ connect: [{ id: c?.id, position: { before: b?.id } }], disconnect: [b?.id] }),
      'ac',
    ],
    [
      'beside one that is not linked, where that is allowed',
      () => ({ connect: [{ id: c?.id, position: { before: d?.id } }], options: { strict: false } }),
      'abc',
    ],
    ['one, not in a list', () => ({ connect: c?.id }), 'abc'],
  ])('connect %s', async (_, change, expected) => {
    expect(await names('tags', change())).toEqual([...expected])
  })

  it.each([
    [
      'beside one that is not linked',
      () => [{ id: c?.id, position: { before: d?.id } }],
      /^There was a problem connecting relation with id \d+ at position \{"before":\d+\}\. The relation with id \d+ needs to be connected first\.$/,
    ],
    [
      'twice, at two places',
      () => [c?.id, { id: c?.id, position: { start: true } }],
      /^The relation with id \d+ is already connected\. You cannot connect the same relation twice\.$/,
    ],
    [
      'twice, by documentId',
      () => [{ documentId: c?.documentId }, { documentId: c?.documentId, position: { start: true } }],
      /^The relation with documentId [a-z0-9]{24} is already connected\./,
    ],
    ['beside itself', () => [{ id: c?.id, position: { after: c?.id } }], /^A circular reference was found/],
    ['beside itself, linked', () => [{ id: a?.id, position: { after: a?.id } }], /needs to be connected first\.$/],
    [
      'in a circle',
      () => [
        { id: c?.id, position: { after: d?.id } },
        { id: d?.id, position: { after: c?.id } },
      ],
      /^A circular reference was found/,
    ],
  ])('connect %s is refused', async (_, connect, message) => {
    const answer = await site.ask('PUT', `/api/books/${book.documentId}`, { tags: { connect: connect() } })
    expect([answer.status, answer.error?.name]).toEqual([400, 'ValidationError'])
    expect(answer.error?.message).toMatch(message)
    expect(await read('books', book, 'tags')).toEqual(['a', 'b'])
  })

  it('what is named twice in a list stands where it was named first', async () => {
    expect(await names('tags', [c?.id, a?.id, c?.documentId, b?.id, a?.id])).toEqual(['c', 'a', 'b'])
    expect(await names('shelves', { set: [c?.id, a?.id, c?.id] })).toEqual(['c', 'a'])
  })

  it('both sides have an order of their own', async () => {
    const more = await site.create('/api/books', { name: 'more', tags: [b?.id, a?.id] })
    expect(await read('tags', a, 'books')).toEqual(['book', 'more'])
    await site.update(`/api/tags/${a?.documentId}`, { books: [more.id, book.id] })
    expect(await read('tags', a, 'books')).toEqual(['more', 'book'])
    expect(await read('tags', b, 'books')).toEqual(['book', 'more'])
    expect(await read('books', more, 'tags')).toEqual(['b', 'a'])
    expect(await names('tags', [b?.id, c?.id, a?.id])).toEqual(['b', 'c', 'a'])
    expect(await read('tags', a, 'books')).toEqual(['more', 'book'])
    expect(await read('tags', c, 'books')).toEqual(['book'])
    await site.update(`/api/tags/${d?.documentId}`, {
      books: { connect: [{ id: book.id, position: { start: true } }] },
    })
    expect(await read('books', book, 'tags')).toEqual(['b', 'c', 'a', 'd'])
  })

  it('to one: replaced, kept, removed', async () => {
    const [x, y] = [await site.create('/api/authors', { name: 'x' }), await site.create('/api/authors', { name: 'y' })]
    for (const attribute of ['author', 'editor', 'shop']) {
      expect(await names(attribute, x), attribute).toBe('x')
      expect(await names(attribute, { connect: [y?.documentId] }), attribute).toBe('y')
      expect(await names(attribute, { connect: [] }), attribute).toBe('y')
      expect(await names(attribute, { disconnect: [x.id] }), attribute).toBe('y')
      expect(await names(attribute, { disconnect: [y.id] }), attribute).toBeNull()
      expect(await names(attribute, { connect: [x.id], disconnect: [y.id] }), attribute).toBe('x')
      expect((await set({ [attribute]: null }))[attribute], attribute).toBeNull()
      expect(await names(attribute, { set: [y.documentId] }), attribute).toBe('y')
      expect(await names(attribute, { set: [] }), attribute).toBeNull()
    }
    for (const attribute of ['author', 'editor', 'shop']) {
      expect(await names(attribute, [x.id, y.id]), attribute).toBe('y')
      expect(await names(attribute, { set: [y.id, x.id] }), attribute).toBe('x')
      expect(await names(attribute, { connect: [y.id, x.id] }), attribute).toBe('y')
      expect(await names(attribute, {}), attribute).toBe('y')
      expect(await names(attribute, { set: null }), attribute).toBe('y')
      expect(await names(attribute, { disconnect: [2_000_000] }), attribute).toBe('y')
      expect(await names(attribute, [null]), attribute).toBeNull()
    }
  })

  it('many to one, from both sides', async () => {
    const x = await site.create('/api/authors', { name: 'x', books: [book.id] })
    const y = await site.create('/api/authors', { name: 'y' })
    expect(await read('books', book, 'author')).toBe('x')
    const second = await site.create('/api/books', { name: 'second', author: x.documentId })
    expect(await read('authors', x, 'books')).toEqual(['book', 'second'])
    await site.update(`/api/authors/${x.documentId}`, { books: [second.id, book.id] })
    expect(await read('authors', x, 'books')).toEqual(['second', 'book'])
    // One book has one author: the other loses it.
    await site.update(`/api/authors/${y.documentId}`, { books: { connect: [book.documentId] } })
    expect(await read('authors', x, 'books')).toEqual(['second'])
    expect(await read('books', book, 'author')).toBe('y')
    expect(await site.sql(`select count(*) from books_author_lnk where book_id = ${book.id}`)).toEqual([[1]])
  })

  it('one to one with another side: a target has one owner', async () => {
    const other = await site.create('/api/books', { name: 'other', cover: a?.id })
    expect(await names('cover', a ?? {})).toBe('a')
    expect(await read('books', other, 'cover')).toBeNull()
    expect(await read('tags', a, 'covers')).toBe('book')
    await site.update(`/api/tags/${b?.documentId}`, { covers: book.documentId })
    expect([await read('books', book, 'cover'), await read('tags', a, 'covers')]).toEqual(['b', null])
  })

  it('one to one, and one to many without another side: owners share a target', async () => {
    const other = await site.create('/api/books', { name: 'other', chapters: [a?.id, b?.id] })
    expect(await names('chapters', { connect: [b?.id] })).toEqual(['b'])
    expect(await read('books', other, 'chapters')).toEqual(['a', 'b'])
    const [x, y] = [await site.create('/api/books', { name: 'x' }), await site.create('/api/books', { name: 'y' })]
    const twins = [await names('twin', y), await names('twin', y, x), await read('books', book, 'twin')]
    expect(twins).toEqual(['y', 'y', 'y'])
  })

  it('many to one, and many to many without another side, share their targets', async () => {
    const other = await site.create('/api/books', { name: 'other', shelves: [a?.id, b?.id] })
    expect(await names('shelves', [b?.id, a?.id])).toEqual(['b', 'a'])
    expect(await read('books', other, 'shelves')).toEqual(['a', 'b'])
  })

  it('a type with itself, and an entry with itself', async () => {
    const other = await site.create('/api/books', { name: 'other', parent: book.id, related: [book.id] })
    expect(await names('related', [other.id, book.id])).toEqual(['other', 'book'])
    expect(await read('books', book, 'relatedTo')).toEqual(['other', 'book'])
    expect(await read('books', other, 'relatedTo')).toEqual(['book'])
    expect(await read('books', book, 'children')).toEqual(['other'])
    expect(await names('relatedTo', [book.id])).toEqual(['book'])
    expect(await read('books', other, 'related')).toEqual([])
    expect(await names('parent', other)).toBe('other')
    expect(await names('children', [book.id, other.id])).toEqual(['book', 'other'])
    expect(await read('books', book, 'parent')).toBe('book')
  })

  it('inside components, nested ones, and dynamic zones', async () => {
    const box = {
      name: 'box',
      tags: { connect: [b?.id, { id: a?.id, position: { start: true } }] },
      tag: c?.documentId,
    }
    const made = await site.create('/api/books', {
      name: 'boxes',
      box,
      zone: [
        { __component: 'part.bag', boxes: [box, { ...box, tags: [d?.id] }] },
        { __component: 'part.box', ...box },
      ],
    })
    const deep =
      'populate[box][populate]=*&populate[zone][on][part.bag][populate][boxes][populate]=*&populate[zone][on][part.box][populate]=*'
    type Box = { readonly id: number; readonly tags: unknown; readonly tag: unknown; readonly boxes: readonly Box[] }
    const look = async () => {
      const entry = await site.read(`/api/books/${made.documentId}?${deep}`)
      const [bag, loose] = entry.zone as readonly [Box, Box]
      return [entry.box as Box, ...bag.boxes, loose]
    }
    const first = await look()
    const tagsOf = (boxes: readonly Box[]) => boxes.map(({ tags }) => namesOf(tags))
    expect(tagsOf(first)).toEqual([['a', 'b'], ['a', 'b'], ['d'], ['a', 'b']])
    expect(first.map(({ tag }) => namesOf(tag))).toEqual(['c', 'c', 'c', 'c'])
    await set({ box: { id: first[0]?.id, tags: { disconnect: [a?.id] } } }, made)
    expect(tagsOf(await look())[0]).toEqual(['b'])
  })

  it('what does not exist is refused, and nothing is written', async () => {
    const links = () => site.sql('select book_id, tag_id, tag_ord from books_tags_lnk order by id')
    const before = await links()
    const missing = await site.ask('PUT', `/api/books/${book.documentId}`, { name: 'x', tags: [c?.id, 2_000_000] })
    expect(missing).toMatchObject({
      status: 400,
      error: {
        name: 'ValidationError',
        message: '1 relation(s) of type api::tag.tag associated with this entity do not exist',
        details: {
          source: 'body',
          type: 'api::tag.tag',
          ids: [2_000_000],
          hint: 'tags: there is no entry of api::tag.tag with the id 2000000; write it first, or name it by its documentId',
        },
      },
    })
    const several = { tags: [2_000_000, 2_000_001, 2_000_000], box: { tag: 2_000_002 } }
    expect(await site.ask('PUT', `/api/books/${book.documentId}`, several)).toMatchObject({
      status: 400,
      error: { message: '3 relation(s) of type api::tag.tag associated with this entity do not exist' },
    })
    const nowhere = await site.ask('PUT', `/api/books/${book.documentId}`, { tags: { connect: ['nope'] } })
    expect(nowhere).toMatchObject({
      status: 400,
      error: {
        message: 'Document with id "nope", locale "null" not found',
        details: {
          source: 'body',
          path: 'tags',
          hint: 'tags of api::book.book names an entry of api::tag.tag that does not exist',
        },
      },
    })
    expect(await links()).toEqual(before)
    expect(await site.read(`/api/books/${book.documentId}`)).toMatchObject({ name: 'book' })
    const count = () => site.sql('select count(*) from books')
    const books = await count()
    expect((await site.ask('POST', '/api/books', { name: 'x', box: { tags: ['nope'] } })).status).toBe(400)
    expect(await count()).toEqual(books)
  })

  it('deleting either side deletes the link', async () => {
    await site.ask('DELETE', `/api/tags/${a?.documentId}`)
    expect(await read('books', book, 'tags')).toEqual(['b'])
    await site.ask('DELETE', `/api/books/${book.documentId}`)
    expect(await read('tags', b, 'books')).toEqual([])
    expect(await site.sql(`select count(*) from books_tags_lnk where book_id = ${book.id}`)).toEqual([[0]])
  })
})
