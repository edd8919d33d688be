/** A database of Lectern's own is migrated while a server uses it: `lectern migrate`, or another server with newer schema files. */

import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { createLogger } from '../../src/http/logger.ts'
import { type Lectern, migrateProject, openProject } from '../../src/index.ts'
import { keysOf } from '../../src/vocabulary/keys-of.ts'
import { type Place, PREPARED_PLACES, type Schemas, SECRETS } from '../migrate/places.ts'
import { DATABASES } from '../support/databases.ts'
import { fixture } from '../support/fixture.ts'
import { createMagazine } from '../support/postgres.ts'
import { until } from '../support/until.ts'

const title = { title: { type: 'string' } }
const ONE_VERSION: Schemas = { types: { note: title } }
const WITH_DRAFTS: Schemas = { ...ONE_VERSION, draftAndPublish: true }

describe.each(keysOf(PREPARED_PLACES))('on %s, a running server', (kind) => {
  let place: Place
  /** Of another release of the project, on the same database. */
  let other: Place
  let lectern: Lectern
  let log: string

  beforeEach(async () => {
    place = await PREPARED_PLACES[kind]()
    other = await PREPARED_PLACES[kind]()
  })
  afterEach(async () => {
    await place.remove()
    await other.remove()
  })

  async function serve(schemas: Schemas): Promise<void> {
    place.write(schemas)
    await place.migrate()
    await place.allow('api::note.note.find')
    await place.sql(`insert into notes (document_id, title, published_at) values ('a', 'shown', current_timestamp)`)
    log = ''
    const logger = createLogger({ level: 'info', write: (line) => (log += line) })
    lectern = await place.open({ migrate: true, logger })
    expect(await shown()).toContain('shown')
  }

  const migrateElsewhere = (schemas: Schemas, allowDataLoss = false) => {
    other.write(schemas)
    return other.migrate({ database: place.database, allowDataLoss })
  }
  const addDraft = () => place.sql(`insert into notes (document_id, title) values ('b', 'a secret')`)
  const shown = async () => (await lectern.fetch('/api/notes')).text()
  const status = async () => (await lectern.fetch('/api/notes')).status

  const happens = (isTrue: () => Promise<boolean>) => until(isTrue, () => log)

  it('follows its schema files: drafts are shown only with status=draft', async () => {
    await serve(ONE_VERSION)
    place.write(WITH_DRAFTS)
    await place.migrate()
    await addDraft()
    await happens(async () => (await shown()).includes('"total":1}') && (await status()) === 200)
    expect(await shown()).not.toContain('a secret')
    expect(await (await lectern.fetch('/api/notes?status=draft')).text()).toContain('a secret')
  })

  it('whose schema files are older shows nothing, and says why', async () => {
    await serve(ONE_VERSION)
    await migrateElsewhere(WITH_DRAFTS)
    await addDraft()
    await happens(async () => (await status()) === 503)
    expect(await shown()).toContain('has other content types now than the schema files')
    place.write(WITH_DRAFTS)
    await happens(async () => (await status()) === 200)
    expect(await shown()).not.toContain('a secret')
  })

  it('whose schema files have an old name shows nothing, and follows when they have the new one', async () => {
    await serve(ONE_VERSION)
    const renamed: Schemas = { types: { memo: title }, tables: { memo: 'notes' } }
    await migrateElsewhere(renamed)
    await happens(async () => (await status()) === 503)
    expect(await shown()).toContain('has other content types now than the schema files')
    await place.allow('api::memo.memo.find')
    place.write(renamed)
    await happens(async () => (await lectern.fetch('/api/memos')).status === 200)
    expect(await (await lectern.fetch('/api/memos')).text()).toContain('shown')
  })

  it('whose schema files cannot be read shows nothing either', async () => {
    await serve(ONE_VERSION)
    writeFileSync(join(place.folder, 'src/api/note/content-types/note/schema.json'), '{')
    await migrateElsewhere(WITH_DRAFTS)
    await happens(async () => (await status()) === 503)
  })

  it('does not migrate back', async () => {
    await serve(WITH_DRAFTS)
    await migrateElsewhere(ONE_VERSION, true)
    await happens(async () => (await status()) === 503)
    expect((await other.migrate({ database: place.database })).changes).toEqual([])
  })

  it('goes on with what it knows where attributes were added', async () => {
    await serve(ONE_VERSION)
    await migrateElsewhere({ types: { note: { ...title, text: { type: 'text' } } } })
    await happens(async () => log.includes('reopened'))
    expect([await status(), await shown()]).toEqual([200, expect.not.stringContaining('"text"')])
  })

  it.each(['rank', 'count', 'lag', 'words'])('reads on where the attribute %s is dropped', async (name) => {
    await serve({ types: { note: { ...title, [name]: { type: 'integer' } } } })
    place.write(ONE_VERSION)
    await place.migrate({ allowDataLoss: true })
    const response = await lectern.fetch('/api/notes?sort=title') // not cached yet
    expect([response.status, await response.text()]).toEqual([200, expect.not.stringContaining(name)])
  })
})

it('is not opened with schema files that were not those of the last migration', async () => {
  const place = PREPARED_PLACES.SQLite()
  place.write(WITH_DRAFTS)
  await place.migrate()
  place.write(ONE_VERSION)
  await expect(place.open()).rejects.toThrow(
    /api::note\.note.*with Draft & Publish, and the schema file has it without/,
  )
  await place.remove()
})

describe.each(DATABASES)('on %s, in a database that was adopted from Strapi', (kind) => {
  let folders: readonly string[]
  let database: string
  let drop: () => Promise<unknown>
  let lectern: Lectern

  beforeEach(async () => {
    folders = ['first', 'second'].map((name) => mkdtempSync(join(tmpdir(), `lectern-${name}-`)))
    for (const folder of folders) cpSync(fixture('magazine'), folder, { recursive: true })
    const made = kind === 'SQLite' ? null : await createMagazine()
    database = made?.url ?? join(folders[0] ?? '', 'data.db')
    if (made === null) cpSync(fixture('magazine.sqlite'), database)
    drop = async () => made?.drop()
    await migrate(0, { adopt: true })
    lectern = await openProject({ project: folders[0] ?? '', database, env: SECRETS, migrate: true })
  })
  afterEach(async () => {
    await lectern.close()
    await drop()
    for (const folder of folders) rmSync(folder, { recursive: true })
  })

  const migrate = (release: number, options: { readonly adopt?: boolean } = {}) =>
    migrateProject({ project: folders[release] ?? '', database, env: {}, ...options })

  it('a server with older schema files shows nothing once Draft & Publish was switched on, and leaves it on', async () => {
    expect((await lectern.fetch('/api/tags')).status).toBe(200)
    const file = join(folders[1] ?? '', 'src/api/tag/content-types/tag/schema.json')
    const schema = JSON.parse(readFileSync(file, 'utf8')) as object
    writeFileSync(file, JSON.stringify({ ...schema, options: { draftAndPublish: true } }))
    await migrate(1)
    await until(async () => (await lectern.fetch('/api/tags')).status === 503)
    expect(await (await lectern.fetch('/api/tags')).text()).toContain('has other content types now')
    expect((await migrate(1)).changes).toEqual([])
  })
})

describe.each(DATABASES)('on %s, a server on a database that Strapi made', (kind) => {
  let folder: string
  let database: string
  let drop: () => Promise<unknown>

  beforeEach(async () => {
    folder = mkdtempSync(join(tmpdir(), 'lectern-adopted-'))
    cpSync(fixture('magazine'), folder, { recursive: true })
    const made = kind === 'SQLite' ? null : await createMagazine()
    database = made?.url ?? join(folder, 'data.db')
    if (made === null) cpSync(fixture('magazine.sqlite'), database)
    drop = async () => made?.drop()
  })
  afterEach(async () => {
    await drop()
    rmSync(folder, { recursive: true })
  })

  it('takes writes once the database is adopted', async () => {
    const lectern = await openProject({ project: folder, database, env: SECRETS })
    const write = async () => (await lectern.fetch('/api/tags', { method: 'POST', body: '{"data":{}}' })).status
    expect(await write()).toBe(405)
    await migrateProject({ project: folder, database, env: {}, adopt: true })
    // The public may not write.
    await until(async () => (await write()) === 403)
    expect((await lectern.fetch('/api/tags')).status).toBe(200)
    await lectern.close()
  })
})
