/** Attributes that change while there is content: nothing is hidden or lost without a word, and nothing fails later. */

import { afterEach, describe, expect, it } from 'vitest'
import { ProjectError } from '../../src/index.ts'
import { orphansIn } from '../writes/orphans.ts'
import { DATABASES, type Entry, type Json, namesOf, type SiteSpec } from '../writes/site.ts'
import { type ChangingSite, openChangingSite } from './changing-site.ts'

const relation = (relation: string, target: string, more = {}) => ({
  type: 'relation',
  relation,
  target: `api::${target}.${target}`,
  ...more,
})

const PARTS = {
  'part.leaf': { text: { type: 'string' }, image: { type: 'media' } },
  'part.twig': { text: { type: 'string' }, leaf: { type: 'component', component: 'part.leaf' } },
}

function spec(
  note: Json,
  { tag = {}, components = PARTS }: { tag?: Json; components?: Record<string, Json> } = {},
): SiteSpec {
  return {
    types: {
      note: { draftAndPublish: true, attributes: { name: { type: 'string' }, ...note } },
      tag: { attributes: { name: { type: 'string' }, ...tag } },
    },
    components,
    files: 2,
  }
}

describe.each(DATABASES)('on %s', (kind) => {
  let site: ChangingSite
  let last: SiteSpec
  afterEach(async () => {
    try {
      expect(await site.migrate()).toMatchObject({ changes: [], postponed: [] })
      expect(await orphansIn(site, last)).toEqual([])
    } finally {
      await site.close()
    }
  })

  const open = async (first: SiteSpec) => {
    last = first
    site = await openChangingSite(kind, first)
  }

  async function refused(work: Promise<unknown>): Promise<readonly string[]> {
    const error = await work.then(
      () => null,
      (error: unknown) => error,
    )
    if (!(error instanceof ProjectError)) throw new Error(`expected a ProjectError, not ${error}`)
    return error.problems.map(({ path, message }) => `${path}: ${/\d+ rows?/.exec(message)}`)
  }

  const change = async (to: SiteSpec) => {
    last = to
    return (await site.change(to, { allowDataLoss: true })).changes.map(({ text }) => text)
  }

  /** Writes in every way to an entry; none of them may fail. */
  async function writeAll(document: string, data: Json) {
    const path = `/api/notes/${document}`
    expect((await site.ask('PUT', path, data)).error).toBe(null)
    for (const action of ['publish', 'discard', 'unpublish']) {
      expect((await site.ask('POST', `${path}/actions/${action}`)).error, action).toBe(null)
    }
    expect((await site.ask('DELETE', path)).status).toBe(204)
  }

  it('lists that become single keep the first, once that is allowed', async () => {
    const many = {
      parts: { type: 'component', component: 'part.twig', repeatable: true },
      files: { type: 'media', multiple: true },
      tags: relation('manyToMany', 'tag'),
      owners: relation('manyToMany', 'tag', { inversedBy: 'notes' }),
    }
    await open(spec(many, { tag: { notes: relation('manyToMany', 'note', { mappedBy: 'owners' }) } }))
    const tags = [
      (await site.create('/api/tags', { name: 'a' })).documentId,
      (await site.create('/api/tags', { name: 'b' })).documentId,
    ]
    const parts = ['one', 'two', 'three'].map((text) => ({ text, leaf: { text: `${text} leaf`, image: 1 } }))
    const data = { parts, files: [2, 1], tags: tags.toReversed(), owners: tags }
    const first = await site.create('/api/notes', { name: 'first', ...data })
    await site.create('/api/notes?status=draft', { name: 'second', owners: [tags[0]] })
    const single = {
      parts: { type: 'component', component: 'part.twig' },
      files: { type: 'media' },
      tags: relation('manyToOne', 'tag'),
      owners: relation('oneToOne', 'tag', { inversedBy: 'notes' }),
    }
    const after = spec(single, { tag: { notes: relation('oneToOne', 'note', { mappedBy: 'owners' }) } })
    site.write(after)
    const listed = [
      'table notes_tags_lnk: 2 rows',
      'table notes_owners_lnk: 2 rows',
      'table notes_owners_lnk: 1 row',
      'table notes_cmps: 4 rows',
      'table files_related_mph: 2 rows',
    ]
    expect((await refused(site.migrate())).toSorted()).toEqual(listed.toSorted())
    expect((await refused(site.serve())).toSorted()).toEqual(listed.toSorted())
    await change(after)
    for (const status of ['draft', 'published']) {
      const shown = await site.read(
        `/api/notes/${first.documentId}?status=${status}&populate[parts][populate]=leaf&populate[files]=true&populate[tags]=true&populate[owners]=true`,
      )
      expect([(shown.parts as Entry).text, namesOf(shown.files), namesOf(shown.tags), namesOf(shown.owners)]).toEqual([
        'one',
        'file 2',
        'b',
        'a',
      ])
    }
    await writeAll(first.documentId, { parts: { text: 'new' }, files: null, tags: tags[0], owners: tags[1] })
  })

  it('components and files that belong to no attribute any more are kept and listed, and do no harm', async () => {
    const zone = {
      zone: { type: 'dynamiczone', components: ['part.leaf', 'part.twig'] },
      part: { type: 'component', component: 'part.twig' },
      cover: { type: 'media' },
    }
    await open(spec(zone))
    const body = {
      zone: [
        { __component: 'part.twig', text: 'twig', leaf: { text: 'deep', image: 2 } },
        { __component: 'part.leaf', text: 'leaf' },
      ],
      part: { text: 'part', leaf: { text: 'in part' } },
      cover: 1,
    }
    const first = (await site.create('/api/notes', { name: 'first', ...body })).documentId
    const second = (await site.create('/api/notes', { name: 'second', ...body })).documentId
    const after = spec(
      {
        zone: { type: 'dynamiczone', components: ['part.leaf'] },
        part: { type: 'component', component: 'part.leaf' },
        cover: { type: 'string' },
      },
      { components: { 'part.leaf': PARTS['part.leaf'] } },
    )
    site.write(after)
    const lectern = await site.serve()
    expect(lectern.notices.at(-1)).toBe(
      'No longer in the schema, and kept: components_part_twigs_cmps, components_part_twigs, components in notes_cmps that belong to no attribute, files of api::note.note that belong to no attribute. To remove it: lectern migrate, with --allow-data-loss where it holds data.',
    )
    expect((await site.read(`/api/notes/${first}?populate=*`)).part).toBe(null)
    await writeAll(first, { zone: [{ __component: 'part.leaf', text: 'new' }], part: { text: 'new' }, cover: 'text' })
    expect((await refused(site.migrate())).toSorted()).toEqual([
      'table components_part_twigs: 8 rows',
      'table components_part_twigs_cmps: 8 rows',
      'table files_related_mph: 2 rows',
      'table notes_cmps: 4 rows',
    ])
    await change(after)
    const shown = await site.read(`/api/notes/${second}?populate=*`)
    expect((shown.zone as readonly Entry[]).map(({ text }) => text)).toEqual(['leaf'])
    await writeAll(second, { zone: [] })
  })

  it('a type or component that comes back has nothing of what it had', async () => {
    await open(
      spec(
        {
          cover: { type: 'media' },
          about: { type: 'relation', relation: 'morphToMany' },
          part: { type: 'component', component: 'part.leaf' },
        },
        { tag: { cover: { type: 'media' }, about: { type: 'relation', relation: 'morphToOne' } } },
      ),
    )
    const tag = await site.create('/api/tags', { name: 'old', cover: 1 })
    const note = await site.create('/api/notes', {
      name: 'old',
      cover: 1,
      part: { text: 'old', image: 1 },
      about: [{ __type: 'api::tag.tag', documentId: tag.documentId }],
    })
    await site.update(`/api/tags/${tag.documentId}`, {
      about: { __type: 'api::note.note', documentId: note.documentId },
    })
    const { types, ...others } = last
    await change({ ...others, types: { tag: types.tag as never } })
    expect(await orphansIn(site, last)).toEqual([])
    await change({ ...others, types: { tag: types.tag as never }, components: {} })
    expect((await site.read(`/api/tags/${tag.documentId}?populate=*`)).about).toBe(null)
    await change({ ...others, types })
    const made = await site.create('/api/notes', { name: 'new', part: { text: 'new' } })
    const shown = await site.read(
      `/api/notes/${made.documentId}?populate[cover]=true&populate[about]=true&populate[part][populate]=image`,
    )
    expect([shown.cover, shown.about, (shown.part as Entry).image]).toEqual([null, [], null])
    expect(namesOf((await site.read(`/api/tags/${tag.documentId}?populate=*`)).cover)).toBe('file 1')
  })

  const FULL = { part: { type: 'component', component: 'part.twig' }, cover: { type: 'media' } }
  const shownWith = (type: string, documentId: string) =>
    site.read(`/api/${type}s/${documentId}?populate[cover]=true&populate[part][populate]=*`)

  it('a type or component that has another table starts without what led to the old one', async () => {
    await open(spec(FULL))
    const part = { text: 't', leaf: { text: 'l', image: 2 } }
    await site.create('/api/notes', { name: 'n', cover: 1, part })
    const after = { ...spec(FULL), tables: { note: 'papers', 'part.leaf': 'components_leaves' } }
    site.write(after)
    expect(await refused(site.serve())).toEqual([
      'table files_related_mph: 2 rows',
      'table components_part_twigs_cmps: 2 rows',
      'table files_related_mph: 2 rows',
    ])
    await change(after)
    expect(await site.list('/api/notes')).toEqual([])
    const made = await site.create('/api/notes', { name: 'new', part: { text: 'p' } })
    expect(await shownWith('note', made.documentId)).toMatchObject({ cover: null, part: { text: 'p', leaf: null } })
    await writeAll(made.documentId, { part })
  })

  it('a table that is named like one of another type is refused', async () => {
    await open(spec(FULL))
    site.write({ ...spec(FULL), tables: { tag: 'notes_cmps' } })
    expect(await refused(site.migrate({ allowDataLoss: true }))).toEqual(['table notes_cmps: null'])
    site.write(last)
  })

  it('an attribute that is named like a column of the database itself is refused, unless it has another column', async () => {
    await open(spec({}))
    const bounds = (xmin: object) => spec({ xmin: { type: 'integer', ...xmin } })
    if (kind === 'PostgreSQL') {
      site.write(bounds({}))
      expect(await refused(site.migrate())).toEqual(['table notes, column xmin: null'])
    }
    await change(bounds(kind === 'PostgreSQL' ? { columnName: 'x_least' } : {}))
    expect(await site.create('/api/notes', { name: 'n', xmin: 7 })).toMatchObject({ xmin: 7 })
  })

  it('a type that gets relations to any type, and takes the table of another, has none', async () => {
    const before = spec(FULL)
    await open(before)
    await site.create('/api/notes', { name: 'n', cover: 1 })
    await site.create('/api/tags', { name: 't' })
    const about = { about: { type: 'relation', relation: 'morphToOne' } }
    await change({ ...spec({ ...FULL, ...about }, { tag: about }), tables: { note: 'tags', tag: 'notes' } })
    const [note] = await site.list('/api/notes?populate=*')
    expect(note).toMatchObject({ name: 't', cover: null, about: null })
  })

  it('a table that is moved by hand keeps what led to it', async () => {
    await open(spec({ cover: { type: 'media' } }))
    const made = await site.create('/api/notes', { name: 'n', cover: 1 })
    await site.sql('alter table notes rename to papers')
    await change({ ...spec({ cover: { type: 'media' } }), tables: { note: 'papers' } })
    expect(namesOf((await site.read(`/api/notes/${made.documentId}?populate=cover`)).cover)).toBe('file 1')
  })

  it('a renamed type or component that keeps its table leaves nothing to a new one of the old name', async () => {
    const actions = ['note.create', 'note.findOne', 'memo.findOne', 'tag.findOne']
    const before = { ...spec(FULL), permissions: actions.map((action) => `api::${action.split('.')[0]}.${action}`) }
    await open(before)
    const part = { text: 't', leaf: { text: 'l', image: 2 } }
    const { documentId } = await site.create('/api/notes', { name: 'n', cover: 1, part })
    const { note, tag } = before.types
    if (note === undefined || tag === undefined) throw new Error('no types')
    const { 'part.twig': twig = {}, 'part.leaf': leaf = {} } = PARTS
    const renamed: SiteSpec = {
      ...before,
      types: {
        tag,
        memo: { ...note, attributes: { ...note.attributes, part: { type: 'component', component: 'other.twig' } } },
      },
      components: { 'part.leaf': leaf, 'other.twig': twig },
      tables: { memo: 'notes', 'other.twig': 'components_part_twigs' },
    }
    site.write(renamed)
    await site.serve()
    const kept = { cover: { id: 1 }, part: { text: 't', leaf: { text: 'l' } } }
    expect(await shownWith('memo', documentId)).toMatchObject(kept)
    await change(renamed)
    const both = {
      ...renamed,
      types: { ...renamed.types, note },
      components: { ...renamed.components, 'part.twig': twig },
    }
    await change({ ...both, tables: { ...renamed.tables, note: 'papers', 'part.twig': 'components_twigs' } })
    const made = await site.create('/api/notes', { name: 'new', part: { text: 'p' } })
    expect(await shownWith('note', made.documentId)).toMatchObject({ cover: null, part: { text: 'p', leaf: null } })
  })

  it('hashes of passwords are never shown, whatever becomes of the attribute', async () => {
    await open(spec({ secret: { type: 'password' }, other: { type: 'password' } }))
    const { documentId } = await site.create('/api/notes', { name: 'n', secret: 'abcdefgh', other: 'abcdefgh' })
    const after = spec({ secret: { type: 'string' }, other: { type: 'text' } })
    site.write(after)
    const listed = ['table notes, column secret: 2 rows', 'table notes, column other: 2 rows']
    expect(await refused(site.migrate())).toEqual(listed)
    expect(await refused(site.serve())).toEqual(listed)
    await change(after)
    expect(await site.read(`/api/notes/${documentId}`)).toMatchObject({ secret: null, other: null })
  })

  it('hashes of passwords are not shown by another attribute that is given their column', async () => {
    await open(spec({ secret: { type: 'password' } }))
    const { documentId } = await site.create('/api/notes', { name: 'n', secret: 'abcdefgh' })
    const after = spec({ token: { type: 'string', columnName: 'secret' } })
    site.write(after)
    const listed = ['table notes, column secret: 2 rows']
    expect(await refused(site.migrate())).toEqual(listed)
    expect(await refused(site.serve())).toEqual(listed)
    await change(after)
    expect(await site.read(`/api/notes/${documentId}`)).toMatchObject({ token: null })
    await site.update(`/api/notes/${documentId}`, { token: 'a text' })
    expect(await change(spec({ other: { type: 'text', columnName: 'secret' } }))).not.toContain(
      'empty notes.secret, which held passwords',
    )
    expect(await site.read(`/api/notes/${documentId}`)).toMatchObject({ other: 'a text' })
  })

  it('hashes of passwords are not shown when a removed attribute comes back as a text', async () => {
    await open(spec({ secret: { type: 'password' } }))
    const { documentId } = await site.create('/api/notes', { name: 'n', secret: 'abcdefgh' })
    site.write(spec({}))
    await site.serve()
    const after = spec({ secret: { type: 'string' } })
    site.write(after)
    expect(await refused(site.serve())).toEqual(['table notes, column secret: 2 rows'])
    await change(after)
    expect(await site.read(`/api/notes/${documentId}`)).toMatchObject({ secret: null })
  })

  it('a column whose relation leads to another type, or that holds no relation any more, starts empty', async () => {
    const tag = { about: relation('oneToOne', 'note', { useJoinTable: false }) }
    const to = (target: string) => spec({ which: relation('manyToOne', target, { useJoinTable: false }) }, { tag })
    await open(to('tag'))
    const first = (await site.create('/api/tags', { name: 'a' })).documentId
    const { documentId } = await site.create('/api/notes', { name: 'n', which: first })
    site.write(to('note'))
    expect(await refused(site.serve())).toEqual(['table notes, column which_id: 2 rows'])
    await change(to('note'))
    const which = async () => namesOf((await site.read(`/api/notes/${documentId}?populate=which`)).which)
    expect(await which()).toBe(null)
    const other = (await site.create('/api/notes', { name: 'other' })).documentId
    await site.update(`/api/notes/${documentId}`, { which: other })
    expect(await which()).toBe('other')
    expect((await site.ask('DELETE', `/api/notes/${other}`)).status).toBe(204)
    expect(await which()).toBe(null)
    await change(to('tag'))
    await site.update(`/api/notes/${documentId}`, { which: first })
    expect(await which()).toBe('a')
    await change(spec({ whichId: { type: 'integer' } }, { tag }))
    await site.update(`/api/notes/${documentId}`, { whichId: 4321 })
    await change(to('tag'))
    expect(await which()).toBe(null)
    await writeAll(documentId, { which: first })
  })

  it('numbers that the new type has no room for are dropped, others rounded', async () => {
    const of = (...types: readonly string[]) => spec(Object.fromEntries(types.map((type, at) => [`n${at}`, { type }])))
    await open(of('biginteger', 'float', 'float', 'integer', 'time'))
    const notes = [
      { n0: '9007199254740993', n1: 1e300, n2: 1e20, n3: 2_147_483_647, n4: '09:30:00.120' },
      { n0: '-2147483648', n1: 2.5, n2: -2.5, n3: 7, n4: '23:00:00.000' },
      { n0: '2147483648', n1: -2_147_483_648.5, n2: 9.5, n3: null, n4: null },
    ]
    for (const note of notes) await site.create('/api/notes', note)
    await change(of('integer', 'integer', 'biginteger', 'decimal', 'string'))
    const shown = (await site.list('/api/notes')).map(({ n0, n1, n2, n3, n4 }) => [n0, n1, n2, n3, n4])
    expect(shown).toEqual([
      [null, null, null, null, '09:30:00.120'],
      [-2_147_483_648, 3, '-3', 7, '23:00:00.000'],
      [null, null, '10', null, null],
    ])
  })

  it('a type that a column leads to can be removed, moved, and come back', async () => {
    const which = { which: relation('manyToOne', 'tag', { useJoinTable: false }) }
    const both = spec(which, { tag: { next: relation('oneToOne', 'note', { useJoinTable: false }) } })
    await open(both)
    const tag = async () => (await site.create('/api/tags', { name: 'a' })).documentId
    const { documentId } = await site.create('/api/notes', { name: 'n', which: await tag() })
    const shown = async () => namesOf((await site.read(`/api/notes/${documentId}?populate=which`)).which)
    await change({ ...both, tables: { tag: 'labels' } })
    expect(await shown()).toBe(null)
    await site.update(`/api/notes/${documentId}`, { which: await tag() })
    expect(await shown()).toBe('a')
    const { note = { attributes: {} } } = spec({}).types
    await change({ ...both, types: { note } })
    await site.update(`/api/notes/${documentId}`, { name: 'alone' })
    await writeAll((await site.create('/api/notes', { name: 'other' })).documentId, { name: 'other' })
    await change({ ...both, tables: { tag: 'labels' } })
    expect(await shown()).toBe(null)
    await site.update(`/api/notes/${documentId}`, { which: await tag() })
    expect(await shown()).toBe('a')
    const { tag: alone = { attributes: {} } } = spec({}).types
    await change({ ...both, types: { page: alone } })
    expect(await site.migrate()).toMatchObject({ changes: [] })
  })

  it('drafts are made while the type that a column leads to is removed', async () => {
    const which = relation('manyToOne', 'tag', { useJoinTable: false })
    const { note, tag } = spec({ which, next: { ...which, target: 'api::note.note' } }).types
    if (note === undefined || tag === undefined) throw new Error('no types')
    const before: SiteSpec = { types: { note: { ...note, draftAndPublish: false }, tag } }
    await open(before)
    const linked = (await site.create('/api/tags', { name: 'a' })).documentId
    const first = (await site.create('/api/notes', { name: 'first' })).documentId
    const { documentId } = await site.create('/api/notes', { name: 'n', which: linked, next: first })
    const { name, next } = note.attributes
    await change({ types: { note: { ...note, attributes: { name, next } } } })
    const draft = await site.read(`/api/notes/${documentId}?status=draft&populate=next`)
    expect([draft.name, namesOf(draft.next)]).toEqual(['n', 'first'])
    await writeAll(documentId, { name: 'changed' })
  })

  it('the columns of a relation that is stored elsewhere now, and of a renamed attribute, are listed as leftovers', async () => {
    await open(spec({ tag: relation('manyToOne', 'tag', { useJoinTable: false }), old: { type: 'string' } }))
    const tag = (await site.create('/api/tags', { name: 'a' })).documentId
    const { documentId } = await site.create('/api/notes', { name: 'n', tag, old: 'kept' })
    const after = spec({ tag: relation('manyToOne', 'tag'), renamed: { type: 'string' } })
    site.write(after)
    expect(await refused(site.migrate())).toEqual([
      'table notes, column old: 2 rows',
      'table notes, column tag_id: 2 rows',
    ])
    await expect(site.migrate()).rejects.toThrow(
      'no attribute is stored in this column any more. If the attribute was renamed, "columnName": "old" at the new one keeps the values.',
    )
    const renamed = spec({ tag: relation('manyToOne', 'tag'), renamed: { type: 'string', columnName: 'old' } })
    expect(await change(renamed)).toContain('empty notes.tag_id')
    expect(await site.read(`/api/notes/${documentId}`)).toMatchObject({ renamed: 'kept' })
  })
})
