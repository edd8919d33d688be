import { describe, expect, it } from 'vitest'
import { schemaOf, typeOf, uidOf, viewOf } from '../../test/support/schema-of.ts'
import type { AnyRelation } from '../schema/schema.ts'
import type { EntryReference, LinkChange, LinkItem, MediaChange } from './document-input.ts'
import { createMatchesPattern } from './matches-pattern.ts'
import { readLinkItem } from './read-link-item.ts'
import { readLinks } from './read-links.ts'
import { readMedia } from './read-media.ts'

const schema = schemaOf({
  types: {
    article: {
      author: { type: 'relation', relation: 'oneToOne', target: uidOf('author') },
      tags: { type: 'relation', relation: 'oneToMany', target: uidOf('tag') },
      subject: { type: 'relation', relation: 'morphToOne' },
      subjects: { type: 'relation', relation: 'morphToMany' },
      cover: { type: 'media' },
      gallery: { type: 'media', multiple: true },
    },
    author: { name: { type: 'string' }, status: { type: 'string' } },
    tag: { name: { type: 'string' } },
  },
  withoutDrafts: ['author'],
})

const view = viewOf(schema)

function attributeOf(name: string) {
  const attribute = typeOf(schema, 'article').attributes.get(name)
  if (attribute === undefined) throw new Error(`no attribute ${name}`)
  return attribute
}

const CONTEXT = {
  view,
  creating: false,
  draft: false,
  publishing: false,
  strictRelations: false,
  matchesPattern: createMatchesPattern(),
}

/** The links that were read, or the messages of the errors. */
function read(name: string, value: unknown) {
  const wrong: string[] = []
  const report = (place: readonly unknown[], what: string) => wrong.push(`${place.join('.')} ${what}`)
  const context = { ...CONTEXT, report }
  const attribute = attributeOf(name)
  const found =
    attribute.kind === 'media'
      ? readMedia(value, { attribute, place: [name], context })
      : readLinks(value, { attribute: attribute as AnyRelation, place: [name], context })
  expect(found === null).toBe(wrong.length > 0)
  return found ?? wrong
}

const PLAIN = { type: null, locale: null, status: null, position: { at: 'end' } } as const
const byId = (id: number, more: Partial<LinkItem> = {}): LinkItem => ({ entry: { kind: 'id', id }, ...PLAIN, ...more })
const byDocument = (documentId: string, more: Partial<LinkItem> = {}): LinkItem => ({
  entry: { kind: 'document', documentId },
  ...PLAIN,
  ...more,
})
const set = (...items: readonly LinkItem[]): LinkChange => ({ kind: 'set', items })
const change = (connect: readonly LinkItem[], disconnect: readonly LinkItem[] = [], strict = true): LinkChange => ({
  kind: 'change',
  connect,
  disconnect,
  strict,
})

describe('forms of a relation', () => {
  it.each<[string, unknown, LinkChange]>([
    ['author', null, set()],
    ['author', 5, set(byId(5))],
    ['author', '5', set(byId(5))],
    ['author', 'abc', set(byDocument('abc'))],
    ['author', { id: 5 }, set(byId(5))],
    ['author', { id: '5' }, set(byId(5))],
    ['author', { documentId: 'abc' }, set(byDocument('abc'))],
    ['author', { id: 5, documentId: 'abc', name: 'Ann', createdAt: 'x' }, set(byDocument('abc'))],
    ['author', [5], set(byId(5))],
    ['author', [], set()],
    ['author', {}, change([])],
    ['author', [null], set()],
    ['author', [1, 2], set(byId(2))],
    ['author', { set: [1, 2] }, set(byId(2))],
    ['author', { connect: [1, 2] }, change([byId(1)])],
    ['author', { set: [5] }, set(byId(5))],
    ['author', { set: 'abc' }, set(byDocument('abc'))],
    ['author', { connect: 5 }, change([byId(5)])],
    ['author', { disconnect: [5, 6] }, change([], [byId(5), byId(6)])],
    ['tags', 5, set(byId(5))],
    ['tags', [5, 'abc', { id: 7 }], set(byId(5), byDocument('abc'), byId(7))],
    ['tags', { set: [] }, set()],
    ['tags', { set: [1], connect: [], disconnect: null }, set(byId(1))],
    ['tags', { set: [1], connect: [2], disconnect: [1] }, set(byId(1))],
    ['tags', { set: [{ id: 1, position: { start: true } }] }, set(byId(1))],
    ['tags', { set: null, connect: [2] }, change([byId(2)])],
    ['tags', {}, change([])],
    ['tags', { options: {} }, change([])],
    ['tags', { connect: [2], options: { strict: false } }, change([byId(2)], [], false)],
    ['tags', [1, null, 2], set(byId(1), byId(2))],
    ['tags', { connect: [null], disconnect: [null] }, change([])],
    ['tags', { connect: [], disconnect: [] }, change([])],
    ['tags', { connect: null, options: { strict: true } }, change([])],
    ['tags', { connect: [1, 'a'], disconnect: ['b'] }, change([byId(1), byDocument('a')], [byDocument('b')])],
    ['tags', [{ id: 1, locale: 'fr', status: 'draft' }], set(byId(1, { locale: 'fr', status: 'draft' }))],
    ['tags', [{ id: 1, locale: null, status: 'published' }], set(byId(1, { status: 'published' }))],
    ['tags', { connect: [{ id: 1, position: { start: true } }] }, change([byId(1, { position: { at: 'start' } })])],
    ['tags', { connect: [{ id: 1, position: { end: true } }] }, change([byId(1)])],
    [
      'tags',
      { connect: [{ documentId: 'a', position: { before: 'b' } }] },
      change([
        byDocument('a', { position: { at: 'before', neighbour: { kind: 'document', documentId: 'b' }, type: null } }),
      ]),
    ],
    [
      'tags',
      { connect: [{ id: 1, position: { after: 2 } }] },
      change([byId(1, { position: { at: 'after', neighbour: { kind: 'id', id: 2 }, type: null } })]),
    ],
    ...['true', 1, 'yes', true].map((start): [string, unknown, LinkChange] => [
      'tags',
      { connect: [{ id: 1, position: { start, end: true } }] },
      change([byId(1, { position: { at: 'start' } })]),
    ]),
    ...['start', {}, { end: 'true' }, { start: false }, { before: null }, null].map(
      (position): [string, unknown, LinkChange] => ['tags', { connect: [{ id: 1, position }] }, change([byId(1)])],
    ),
    [
      'subjects',
      { connect: [{ __type: uidOf('tag'), id: 1, position: { before: 2, __type: uidOf('author') } }] },
      change([
        byId(1, {
          type: uidOf('tag'),
          position: { at: 'before', neighbour: { kind: 'id', id: 2 }, type: uidOf('author') },
        }),
      ]),
    ],
    // The entry's own attribute of that name, as it was read.
    ['author', { id: 5, status: 'retired' }, set(byId(5))],
    ['subject', null, set()],
    ['subject', { __type: uidOf('tag'), id: 5 }, set(byId(5, { type: uidOf('tag') }))],
    [
      'subjects',
      [
        { __type: uidOf('tag'), id: 5 },
        { __type: uidOf('author'), documentId: 'a' },
      ],
      set(byId(5, { type: uidOf('tag') }), byDocument('a', { type: uidOf('author') })),
    ],
    ['subjects', { connect: [{ __type: uidOf('tag'), id: 5 }] }, change([byId(5, { type: uidOf('tag') })])],
  ])('%s: %j', (name, value, expected) => {
    expect(read(name, value)).toEqual(expected)
  })
})

const ENTRY = 'must be an id or a documentId'
const POSITION = 'must be one of { start: true }, { end: true }, { before: id } and { after: id }'

describe('what is wrong with a relation', () => {
  it.each<[string, unknown, readonly string[]]>([
    ['author', true, [`author ${ENTRY}`]],
    ['author', '', [`author ${ENTRY}`]],
    ['author', 0, [`author ${ENTRY}`]],
    ['author', 1.5, [`author ${ENTRY}`]],
    ['author', -1, [`author ${ENTRY}`]],
    ['author', 3_000_000_000, [`author ${ENTRY}`]],
    ['author', '99999999999999999999', [`author ${ENTRY}`]],
    ['author', [{}], [`author.0 must be an id or a documentId`]],
    ['author', { id: { id: 1 } }, [`author ${ENTRY}`]],
    ['tags', [1, true, [2]], [`tags.1 ${ENTRY}`, `tags.2 ${ENTRY}`]],
    ['tags', { connect: ['a', true] }, [`tags.connect.1 ${ENTRY}`]],
    ['tags', [{ id: 1, locale: 5 }], ['tags.0.locale must be the code of a locale']],
    ['tags', [{ id: 1, status: 'new' }], ['tags.0.status must be one of the following values: draft, published']],
    ['tags', { connect: [{ id: 1, position: { before: {} } }] }, [`tags.connect.0.position.before ${POSITION}`]],
    [
      'subjects',
      { connect: [{ __type: uidOf('tag'), id: 1, position: { before: {} } }] },
      [`subjects.connect.0.position.before ${POSITION}`],
    ],
    ['subject', 5, ['subject.__type is a required field']],
    ['subject', { id: 5 }, ['subject.__type is a required field']],
    ['subject', { __type: 5, id: 5 }, ['subject.__type is a required field']],
    ['subjects', [{ __type: uidOf('tag') }], [`subjects.0 ${ENTRY}`]],
  ])('%s: %j', (name, value, expected) => {
    expect(read(name, value)).toEqual(expected)
  })

  it('names the row that has the attribute, also inside a component of the same name', () => {
    const attribute = attributeOf('subject') as AnyRelation
    const report = () => undefined
    const context = { ...CONTEXT, report }
    const place = ['subject', 0, 'subject', 'connect', 1]
    expect(() => readLinkItem({ __type: 'no' }, 'connect', { attribute, place, context })).toThrow(
      'Invalid key subject at subject',
    )
  })

  it('has a hint for a misspelt change', () => {
    const hint = 'Did you mean connect?'
    expect(() => read('tags', { conect: [1] })).toThrow(
      expect.objectContaining({ details: expect.objectContaining({ hint }) }),
    )
  })

  it('has a position only where it is connected', () => {
    expect(() => read('tags', [{ id: 1, position: { start: true } }])).toThrow('Invalid key position at tags')
  })

  it('has no neighbour of a type that the caller may not know of', () => {
    const position = { before: 1, __type: 'api::no.no' }
    const connect = [{ __type: uidOf('tag'), id: 1, position }]
    expect(() => read('subjects', { connect })).toThrow('Invalid key subjects')
  })
})

describe('media', () => {
  const id = (file: number) => ({ kind: 'id', id: file }) as const
  const document = (documentId: string) => ({ kind: 'document', documentId }) as const
  const files = (...sent: readonly EntryReference[]): MediaChange => ({ kind: 'set', files: sent })
  const changed = (connect: readonly EntryReference[], disconnect: readonly EntryReference[] = []): MediaChange => ({
    kind: 'change',
    connect,
    disconnect,
  })

  it.each<[string, unknown, MediaChange]>([
    ['cover', null, files()],
    ['cover', 5, files(id(5))],
    ['cover', '5', files(id(5))],
    ['cover', 'abc', files(document('abc'))],
    ['cover', { id: 5 }, files(id(5))],
    ['cover', { documentId: 'abc' }, files(document('abc'))],
    ['cover', { id: 5, documentId: 'x', url: '/x.png', formats: {} }, files(document('x'))],
    ['cover', [5], files(id(5))],
    ['cover', [5, 6], files(id(5))],
    ['cover', [], files()],
    ['cover', {}, changed([])],
    ['cover', { set: [5] }, files(id(5))],
    ['gallery', 5, files(id(5))],
    ['gallery', [5, { id: 3 }, null, '4', 'x'], files(id(5), id(3), id(4), document('x'))],
    ['gallery', { set: null }, files()],
    ['gallery', { set: [1], connect: [2] }, files(id(1))],
    ['gallery', { connect: [1, { documentId: 'x' }], disconnect: 2 }, changed([id(1), document('x')], [id(2)])],
    ['gallery', { connect: [{ id: 1, position: { start: true } }] }, changed([id(1)])],
  ])('%s: %j', (name, value, expected) => {
    expect(read(name, value)).toEqual(expected)
  })

  const FILE = 'must be the id or documentId of a file'
  it.each<[string, unknown, readonly string[]]>([
    ['cover', '', [`cover ${FILE}`]],
    ['cover', true, [`cover ${FILE}`]],
    ['gallery', [1, {}, 1.5], [`gallery.1 ${FILE}`, `gallery.2 ${FILE}`]],
    ['gallery', { connect: [true] }, [`gallery.connect.0 ${FILE}`]],
  ])('%s: not %j', (name, value, expected) => {
    expect(read(name, value)).toEqual(expected)
  })

  it.each([{ connect: [1], foo: 1 }, { foo: 1 }])('knows no other word: %j', (value) => {
    expect(() => read('gallery', value)).toThrow('Invalid key foo at gallery')
  })
})
