/** Databases whose record does not say which versions entries have, because an earlier version of Lectern wrote it. */

import BetterSqlite3 from 'better-sqlite3'
import pg from 'pg'
import { afterEach, describe, expect, it } from 'vitest'
import { ProjectError } from '../../src/index.ts'
import { orphansIn } from '../writes/orphans.ts'
import { DATABASES, namesOf, type SiteSpec, type TypeSpec } from '../writes/site.ts'
import { type ChangingSite, openChangingSite } from './changing-site.ts'

type Versions = Pick<TypeSpec, 'draftAndPublish' | 'localized'>

/** A collection and a single type. */
function spec(versions: Versions): SiteSpec {
  const attributes = {
    name: { type: 'string', pluginOptions: { i18n: { localized: true } } },
    part: { type: 'component', component: 'part.leaf', pluginOptions: { i18n: { localized: true } } },
  }
  return {
    types: { note: { ...versions, attributes }, home: { ...versions, single: true, attributes } },
    components: { 'part.leaf': { text: { type: 'string' }, image: { type: 'media' } } },
    files: 1,
  }
}

const OFF: Versions = {}
const DRAFTS: Versions = { draftAndPublish: true }
const LOCALES: Versions = { localized: true }

const part = { text: 'part', image: 1 }

describe.each(DATABASES)('on %s', (kind) => {
  let site: ChangingSite
  afterEach(async () => {
    try {
      expect(await orphansIn(site, spec({}))).toEqual([])
      expect(await site.migrate()).toMatchObject({ changes: [] })
    } finally {
      await site.close()
    }
  })

  const open = async (versions: Versions) => {
    site = await openChangingSite(kind, spec(versions))
    await site.create('/api/notes', { name: 'one', part })
    await site.update('/api/home', { name: 'home', part })
  }

  async function forgetVersions(also: (table: Record<string, unknown>) => void = () => {}): Promise<void> {
    const [[text] = []] = await site.sql('select tables from lectern_schema')
    const tables = JSON.parse(String(text)) as Record<string, unknown>[]
    for (const table of tables) {
      delete table.versions
      also(table)
    }
    await site.sql(`update lectern_schema set version = 1, tables = '${JSON.stringify(tables).replaceAll("'", "''")}'`)
  }

  /** What an earlier version recorded when it switched without a look at the rows. */
  async function pretend(versions: Versions): Promise<void> {
    const indexes = (await otherIndexes(versions)) as Record<string, unknown>
    await forgetVersions((table) => {
      if (table.name !== 'notes') return
      for (const [key, value] of Object.entries(indexes)) table[key] = value
    })
  }

  /** As the record of a new database with these versions has them. */
  async function otherIndexes(versions: Versions): Promise<unknown> {
    const other = await openChangingSite('SQLite', spec(versions))
    try {
      const [[text] = []] = await other.sql('select tables from lectern_schema')
      const notes = (JSON.parse(String(text)) as { name: string; indexes: unknown }[]).find(
        ({ name }) => name === 'notes',
      )
      return { indexes: notes?.indexes }
    } finally {
      await other.close()
    }
  }

  const texts = async (versions: Versions, options = {}) =>
    (await site.change(spec(versions), options)).changes.map(({ text }) => text)

  async function refused(): Promise<readonly string[]> {
    const error = await site.migrate().then(
      () => null,
      (error: unknown) => error,
    )
    if (!(error instanceof ProjectError)) throw new Error(`expected a ProjectError, not ${error}`)
    return error.problems.map(({ path, message }) => `${path}: ${/\d+ rows?/.exec(message)}`)
  }

  const names = async (query = '') => [
    namesOf(await site.list(`/api/notes?sort=name${query}`)),
    (await site.read(`/api/home?${query}`)).name,
  ]

  it('where nothing was switched, there is nothing to do but to record', async () => {
    await open({ draftAndPublish: true, localized: true })
    await site.create('/api/notes?status=draft', { name: 'two' })
    await forgetVersions()
    expect(await texts({ draftAndPublish: true, localized: true })).toEqual(['record this in lectern_schema'])
    expect(await names('&status=draft')).toEqual([['one', 'two'], 'home'])
    expect(await names()).toEqual([['one'], 'home'])
  })

  it('Draft & Publish is switched off now', async () => {
    await open(DRAFTS)
    await site.create('/api/notes?status=draft', { name: 'two' })
    await forgetVersions()
    site.write(spec(OFF))
    expect(await refused()).toEqual(['table homes: 1 row', 'table notes: 1 row', 'table notes: 1 row'])
    await texts(OFF, { allowDataLoss: true })
    expect(await names()).toEqual([['one'], 'home'])
  })

  it('Draft & Publish was switched off before, and drafts were left', async () => {
    await open(DRAFTS)
    await site.create('/api/notes?status=draft', { name: 'two' })
    await pretend(OFF)
    site.write(spec(OFF))
    expect(await refused()).toEqual(['table homes: 1 row', 'table notes: 1 row', 'table notes: 1 row'])
    await texts(OFF, { allowDataLoss: true })
    expect(await names()).toEqual([['one'], 'home'])
  })

  it('Draft & Publish was switched on before, and no drafts were made', async () => {
    await open(OFF)
    await pretend(DRAFTS)
    expect(await texts(DRAFTS)).toContain('make drafts of entries in notes')
    expect(await names()).toEqual([['one'], 'home'])
    const [draft] = await site.list('/api/notes?status=draft&populate[part][populate]=image')
    expect(draft).toMatchObject({ name: 'one', part: { text: 'part', image: { name: 'file 1' } } })
    await site.update('/api/home?status=draft', { name: 'other' })
    expect(await names('&status=draft')).toEqual([['one'], 'other'])
  })

  it('locales were switched on before, and entries had none', async () => {
    await open(OFF)
    await pretend(LOCALES)
    expect(await texts(LOCALES)).toContain('put entries of notes into the default locale, en')
    expect(await names()).toEqual([['one'], 'home'])
  })

  it('locales were switched on before, and an entry was written again in the default one', async () => {
    await open(OFF)
    await site.change(spec(LOCALES))
    await site.sql('update notes set locale = null')
    const [[document] = []] = await site.sql('select document_id from notes')
    await site.sql(
      `insert into notes (document_id, name, locale, published_at) select document_id, 'anew', 'en', published_at from notes`,
    )
    await forgetVersions()
    expect(await refused()).toEqual(['table notes: 1 row'])
    await texts(LOCALES, { allowDataLoss: true })
    expect(await names()).toEqual([['anew'], 'home'])
    await site.update(`/api/notes/${document}`, { name: 'again' })
  })

  it('locales were switched off before, and all of them were left', async () => {
    await open(LOCALES)
    const [[document] = []] = await site.sql('select document_id from notes')
    await site.update(`/api/notes/${document}?locale=fr`, { name: 'un', part })
    await site.update('/api/home?locale=fr', { name: 'maison', part })
    await pretend(OFF)
    site.write(spec(OFF))
    expect(await refused()).toEqual(['table homes: 1 row', 'table notes: 1 row'])
    await texts(OFF, { allowDataLoss: true })
    expect(await names()).toEqual([['one'], 'home'])
    await site.update(`/api/notes/${document}`, { name: 'two' })
  })

  it('entries of a type without drafts count as published, whichever program wrote them', async () => {
    await open(OFF)
    await site.sql(`insert into notes (document_id, name) values ('byhand', 'by hand')`)
    await texts(DRAFTS)
    expect(await names()).toEqual([['by hand', 'one'], 'home'])
    expect(await names('&status=draft')).toEqual([['by hand', 'one'], 'home'])
  })

  it('what a dry run prints does the same in a shell', async () => {
    await open(OFF)
    site.write(spec(DRAFTS))
    const { script } = await site.migrate({ dryRun: true })
    await runScript(site.database, script.join('\n'))
    expect(await site.migrate()).toMatchObject({ changes: [] })
    await site.change(spec(DRAFTS))
    expect(await names('&status=draft')).toEqual([['one'], 'home'])
  })

  it('a migration that fails halfway changes nothing', async () => {
    await open(OFF)
    // Taken by a view, the name cannot be that of an index, which is created after the drafts were made.
    await site.sql('create view lectern_notes_draft as select 1 as one')
    site.write(spec(DRAFTS))
    await expect(site.migrate()).rejects.toThrow(/lectern_notes_draft/)
    expect(await site.sql('select count(*) from notes')).toEqual([[1]])
    await site.sql('drop view lectern_notes_draft')
    await texts(DRAFTS)
    expect(await names('&status=draft')).toEqual([['one'], 'home'])
  })
})

async function runScript(database: string, script: string): Promise<void> {
  if (database.includes('://')) {
    const client = new pg.Client(database)
    await client.connect()
    await client.query(script).finally(() => client.end())
    return
  }
  const connection = new BetterSqlite3(database)
  connection.exec(script)
  connection.close()
}
