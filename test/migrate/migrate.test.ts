/** A database of Lectern's own: created from schema files, and changed with them. */

import { existsSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { ProjectError } from '../../src/index.ts'
import { foreseeStart } from '../../src/open/migration/foresee-start.ts'
import { PLACES, type Place, type Schemas } from './places.ts'

const NOTE: Schemas = { types: { note: { title: { type: 'string' } } } }

describe.each(Object.entries(PLACES))('on %s', (kind, makePlace) => {
  let place: Place
  beforeEach(async () => {
    place = await makePlace()
  })
  afterEach(() => place.remove())

  const texts = async (options = {}) => (await place.migrate(options)).changes.map(({ text }) => text)

  async function problems(work: Promise<unknown>): Promise<readonly { path: string | null; message: string }[]> {
    const error = await work.then(
      () => null,
      (error: unknown) => error,
    )
    if (!(error instanceof ProjectError)) throw new Error(`expected a ProjectError, not ${error}`)
    return error.problems
  }

  const insertNote = (title: string) =>
    place.sql(`insert into "notes" ("document_id", "title") values ('d${title}', '${title}')`)

  const notes = async () => {
    const lectern = await place.open()
    try {
      const response = await lectern.fetch('/api/notes?populate=*')
      return ((await response.json()) as { readonly data: unknown }).data
    } finally {
      await lectern.close()
    }
  }

  describe('a new database', () => {
    it('has the rows without which Strapi would not open it', async () => {
      place.write(NOTE)
      expect((await place.migrate()).ownership).toBe('empty')
      const migrations = await place.sql('select name from strapi_migrations_internal order by id')
      expect(migrations).toHaveLength(8)
      expect(migrations.flat()).toContain('core::5.0.0-discard-drafts')
      expect(await place.sql('select name, code, document_id from i18n_locale')).toEqual([
        ['English (en)', 'en', expect.stringMatching(/^[a-z][a-z0-9]{23}$/)],
      ])
      expect(await place.sql('select key, value, type from strapi_core_store_settings')).toEqual([
        ['plugin_i18n_default_locale', '"en"', 'string'],
      ])
      expect(await place.sql('select id, type from up_roles order by id')).toEqual([
        [1, 'authenticated'],
        [2, 'public'],
      ])
      const allowed =
        'select r.type, count(*) from up_roles r join up_permissions_role_lnk l on l.role_id = r.id group by 1 order by 1'
      expect((await place.sql(allowed)).map(([role, count]) => [role, Number(count)])).toEqual([
        ['authenticated', 5],
        ['public', 8],
      ])
    })

    it('starts with the locale that the environment names', async () => {
      place.write(NOTE)
      await place.migrate({ env: { STRAPI_PLUGIN_I18N_INIT_LOCALE_CODE: 'fr-CA' } })
      expect(await place.sql('select name, code from i18n_locale')).toEqual([['French (Canada) (fr-CA)', 'fr-CA']])
      const [refused] = await problems(place.migrate({ env: { STRAPI_PLUGIN_I18N_INIT_LOCALE_CODE: "'" } }))
      expect(refused?.message).toContain('STRAPI_PLUGIN_I18N_INIT_LOCALE_CODE')
    })

    it('needs nothing when it is migrated again', async () => {
      place.write(NOTE)
      await place.migrate()
      const before = await place.layout()
      expect(await place.migrate()).toMatchObject({ ownership: 'lectern', changes: [] })
      expect(await place.layout()).toEqual(before)
      expect(await place.sql('select count(*) from lectern_schema')).toHaveLength(1)
    })

    it('is not made by a dry run', async () => {
      place.write(NOTE)
      const { script } = await place.migrate({ dryRun: true })
      expect(script).toContainEqual(expect.stringMatching(/^create table "notes" \("id" (integer|serial) primary key/))
      if (kind === 'SQLite') expect(existsSync(place.database)).toBe(false)
      else expect(await place.layout()).toEqual([])
    })

    it('is made for a project without content types, which loses nothing by being empty', async () => {
      const lectern = await place.open({ migrate: true })
      expect(lectern.notices).toContainEqual(expect.stringMatching(/^Created the tables in /))
      expect(lectern.summary.contentTypes).toBe(0)
      expect((await lectern.fetch('/api/notes')).status).toBe(404)
      const [problem] = await problems(place.migrate({ allowDataLoss: true }))
      expect(problem?.message).toContain('no content types')
    })
  })

  describe('what is added', () => {
    const target: Schemas['types'] = { tag: { label: { type: 'string' } } }

    const ADDITIONS: Readonly<Record<string, Partial<Schemas> & { readonly attribute?: unknown }>> = {
      ...Object.fromEntries(
        [
          ['string', {}],
          ['text', {}],
          ['richtext', {}],
          ['blocks', {}],
          ['json', {}],
          ['integer', {}],
          ['biginteger', {}],
          ['float', {}],
          ['decimal', {}],
          ['boolean', {}],
          ['date', {}],
          ['time', {}],
          ['datetime', {}],
          ['timestamp', {}],
          ['email', {}],
          ['password', {}],
          ['enumeration', { enum: ['a'] }],
          ['uid', { targetField: 'title' }],
          ['media', {}],
          ['media', { multiple: true }],
        ].map(([type, options]) => [
          `${type} ${JSON.stringify(options)}`,
          { attribute: { type, ...(options as object) } },
        ]),
      ),
      'a relation to one': { attribute: { type: 'relation', relation: 'oneToOne', target: 'api::tag.tag' } },
      'a relation to many': { attribute: { type: 'relation', relation: 'manyToMany', target: 'api::tag.tag' } },
      'a relation in a column': {
        attribute: { type: 'relation', relation: 'oneToOne', target: 'api::tag.tag', useJoinTable: false },
      },
      'a relation to anything': { attribute: { type: 'relation', relation: 'morphToOne' } },
      'relations to anything': { attribute: { type: 'relation', relation: 'morphToMany' } },
      'a component': {
        attribute: { type: 'component', component: 'shared.seo' },
        components: { 'shared.seo': { title: { type: 'string' } } },
      },
      'a dynamic zone': {
        attribute: { type: 'dynamiczone', components: ['shared.seo'] },
        components: { 'shared.seo': { title: { type: 'string' }, image: { type: 'media' } } },
      },
      'a type': { types: { page: { body: { type: 'blocks' } } } },
    }

    it('is added one after the other, beside rows that stay', async () => {
      let types: Schemas['types'] = { ...NOTE.types, ...target }
      let all: Schemas = { types, components: {} }
      place.write(all)
      await place.migrate()
      await insertNote('first')
      await place.allow('api::note.note.find')
      for (const [index, [what, { attribute, ...more }]] of Object.entries(ADDITIONS).entries()) {
        const added = attribute === undefined ? {} : { [`added${index}`]: attribute }
        types = { ...types, ...more.types, note: { ...types.note, ...added } }
        all = { ...all, ...more, types }
        place.write(all)
        await place.migrate()
        expect(await place.migrate(), what).toMatchObject({ changes: [] })
        expect(await notes(), what).toEqual([expect.objectContaining({ title: 'first' })])
      }
    })
  })

  it('drafts and locales need no more than indexes', async () => {
    place.write(NOTE)
    await place.migrate()
    place.write({ ...NOTE, localized: true, draftAndPublish: true })
    const record = 'record this in lectern_schema'
    expect(await texts()).toEqual(['create index lectern_notes_published', 'create index lectern_notes_draft', record])
    place.write({ ...NOTE, localized: true })
    expect(await texts()).toEqual([
      'drop index lectern_notes_published',
      'drop index lectern_notes_draft',
      'create index lectern_notes_locale',
      record,
    ])
  })

  describe('what would lose data', () => {
    const MANY: Schemas = {
      types: {
        note: { title: { type: 'text' }, size: { type: 'integer' }, when: { type: 'datetime' } },
        page: { notes: { type: 'relation', relation: 'oneToMany', target: 'api::note.note' } },
      },
    }

    beforeEach(async () => {
      place.write(MANY)
      await place.migrate()
      await place.sql(`insert into notes (title, size) values ('a', 1), ('${'b'.repeat(300)}', null)`)
      await place.sql("insert into pages (document_id) values ('p')")
      await place.sql('insert into pages_notes_lnk (page_id, note_id) select p.id, n.id from pages p, notes n')
    })

    it('is refused and listed at once, and nothing is changed', async () => {
      place.write({ types: { note: { title: { type: 'string' }, added: { type: 'string' }, when: { type: 'date' } } } })
      const before = await place.layout()
      const found = await problems(place.migrate())
      expect(found.map(({ path, message }) => `${path}: ${/data of \d+ rows?/.exec(message)}`)).toEqual([
        'table notes, column title: data of 1 row',
        'table notes, column size: data of 1 row',
        'table pages_notes_lnk: data of 2 rows',
        'table pages: data of 1 row',
      ])
      expect(found[0]?.message).toContain('--allow-data-loss')
      expect(await place.layout()).toEqual(before)
    })

    it('is done when asked for', async () => {
      place.write({ types: { note: { title: { type: 'string' }, size: { type: 'float' } } } })
      await place.migrate({ allowDataLoss: true })
      expect(await place.sql('select length(title), size from notes order by id')).toEqual([
        [1, 1],
        [255, null],
      ])
      const layout = (await place.layout()).join('\n')
      expect(layout).not.toContain('pages')
      expect(layout).not.toMatch(/"when"|notes when/)
      expect(await place.migrate()).toMatchObject({ changes: [] })
    })

    it('is not at stake where there is nothing', async () => {
      await place.sql('update notes set size = null')
      await place.sql('delete from pages')
      place.write({ types: { note: { title: { type: 'text' } } } })
      expect(await texts()).toEqual([
        'drop table pages_notes_lnk',
        'drop table pages',
        'drop column notes.size',
        'drop column notes.when',
        'forget what led to tables that are dropped',
        'record this in lectern_schema',
      ])
    })

    it('a relation to another type is one of it', async () => {
      const types = { ...MANY.types, other: { name: { type: 'string' } } }
      place.write({
        types: { ...types, page: { notes: { ...(MANY.types.page?.notes as object), target: 'api::other.other' } } },
      })
      expect(await problems(place.migrate())).toMatchObject([{ path: 'table pages_notes_lnk' }])
      await place.migrate({ allowDataLoss: true })
      expect(await place.sql('select * from pages_notes_lnk')).toEqual([])
      await place.sql("insert into others (document_id) values ('o')")
      await place.sql('insert into pages_notes_lnk (page_id, other_id) select p.id, o.id from pages p, others o')
    })

    it('values that fit into the new type stay', async () => {
      await place.sql('update notes set size = 7')
      place.write({ types: { ...MANY.types, note: { ...MANY.types.note, size: { type: 'string' } } } })
      expect(await texts()).toContain('change column notes.size from integer to string')
      expect((await place.sql('select size from notes')).flat()).toEqual(['7', '7'])
    })

    it('numbers are rounded, and counted: those that stay the same are no loss', async () => {
      const sizeIs = (type: string) =>
        place.write({ types: { ...MANY.types, note: { ...MANY.types.note, size: { type } } } })
      const sizes = async () => (await place.sql('select size from notes order by id')).flat().map(Number)
      for (const type of ['decimal', 'float', 'biginteger', 'decimal']) {
        sizeIs(type)
        await place.migrate()
        expect(await sizes()).toEqual([1, 0])
      }
      await place.sql('update notes set size = 1.5 where size = 1')
      sizeIs('integer')
      expect(await problems(place.migrate())).toMatchObject([
        { path: 'table notes, column size', message: expect.stringContaining('data of 1 row:') },
      ])
      await place.migrate({ allowDataLoss: true })
      expect(await sizes()).toEqual([2, 0])
    })

    it('a server that starts leaves it alone, and says so', async () => {
      place.write({ types: { note: { title: { type: 'text' }, added: { type: 'string' } } } })
      const lectern = await place.open({ migrate: true })
      expect(lectern.notices).toEqual([
        expect.stringContaining('Changed'),
        '  add column notes.added (string)',
        '  record this in lectern_schema',
        'No longer in the schema, and kept: notes.size, notes.when, pages_notes_lnk, pages. To remove it: lectern migrate, with --allow-data-loss where it holds data.',
      ])
      expect(await place.sql('select count(*) from pages')).toHaveLength(1)
    })

    it('a server does not start over columns of another type', async () => {
      place.write({ types: { ...MANY.types, note: { ...MANY.types.note, size: { type: 'boolean' } } } })
      expect(await problems(place.open({ migrate: true }))).toMatchObject([{ path: 'table notes, column size' }])
    })
  })

  describe('a server that starts', () => {
    it('creates a database that is not there', async () => {
      place.write(NOTE)
      const lectern = await place.open({ migrate: true })
      expect(lectern.notices).toEqual([expect.stringMatching(/^Created the tables in /)])
      expect((await place.open({ migrate: true })).notices).toEqual([])
    })

    it('says so when it creates one for a Strapi project', async () => {
      place.write(NOTE)
      writeFileSync(join(place.folder, 'package.json'), '{"dependencies":{"@strapi/strapi":"5.0.0"}}')
      const { notices } = await place.open({ migrate: true })
      expect(notices).toContainEqual(expect.stringContaining('a Strapi project whose database did not exist'))
    })

    it('says how a new type is shown to everybody', async () => {
      place.write(NOTE)
      await place.open({ migrate: true })
      place.write({ types: { ...NOTE.types, event: { name: { type: 'string' } } } })
      expect((await place.open({ migrate: true })).notices.at(-1)).toBe(
        'To let everybody read event: lectern role allow public api::event.event.find',
      )
    })

    it('leaves a database of others as it is', async () => {
      place.write(NOTE)
      await place.sql('create table somebody (id integer)')
      await expect(place.open({ migrate: true })).rejects.toThrow(ProjectError)
      expect(await place.migrate().catch((error: Error) => error.message)).toContain('neither Lectern nor Strapi')
    })
  })

  it('only what Lectern made is dropped', async () => {
    place.write(NOTE)
    await place.migrate()
    await place.sql('alter table notes add column hand_made integer')
    await place.sql('create table hand_made (id integer)')
    await place.sql('create index hand_made_index on notes (hand_made)')
    expect(await place.migrate({ allowDataLoss: true })).toMatchObject({ changes: [] })
  })

  it('names that are the same in the database are refused', async () => {
    place.write({ types: { note: { fooBar: { type: 'string' }, foo_bar: { type: 'integer' } } } })
    const expected = [
      {
        file: null,
        path: 'table notes, column foo_bar',
        message: expect.stringContaining('Two attributes would be stored in this column.'),
      },
    ]
    const { folder: project, database } = place
    expect(await problems(foreseeStart({ project, database, env: {} }))).toEqual(expected)
    expect(await problems(place.migrate())).toEqual(expected)
  })

  it('a failure leaves nothing behind', async () => {
    place.write(NOTE)
    await place.migrate()
    const before = await place.layout()
    // The name is taken by a view, which is no table: the statement for it must fail after others have succeeded.
    await place.sql('create view lectern_notes_by_b as select 1 as one')
    place.write({ types: { note: { ...NOTE.types.note, a: { type: 'string' }, b: { type: 'uid' } } } })
    await expect(place.migrate()).rejects.toThrow(/lectern_notes_by_b/)
    await place.sql('drop view lectern_notes_by_b')
    expect(await place.layout()).toEqual(before)
  })

  it('migrations at the same time wait for one another', async () => {
    place.write(NOTE)
    const all = await Promise.all(Array.from({ length: 4 }, () => place.migrate()))
    expect(all.filter(({ changes }) => changes.length > 0)).toHaveLength(1)
    expect((await place.sql('select type from up_roles order by id')).flat()).toEqual(['authenticated', 'public'])
  })
})
