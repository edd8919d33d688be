/** A database of Lectern's own is migrated while a server uses it: `lectern migrate`, or another server with newer schema files. */

import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { createLogger } from '../../src/http/logger.ts'
import type { Lectern } from '../../src/index.ts'
import { PLACES, type Place, type Schemas } from '../migrate/places.ts'

const title = { title: { type: 'string' } }
const ONE_VERSION: Schemas = { types: { note: title } }
const WITH_DRAFTS: Schemas = { ...ONE_VERSION, draftAndPublish: true }

describe.each(Object.keys(PLACES) as (keyof typeof PLACES)[])('on %s, a running server', (kind) => {
  let place: Place
  /** Of another release of the project, on the same database. */
  let other: Place
  let lectern: Lectern
  let log: string

  beforeEach(async () => {
    place = await PLACES[kind]()
    other = await PLACES[kind]()
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

  async function until(isTrue: () => Promise<boolean>): Promise<void> {
    for (let attempt = 0; attempt < 600; attempt += 1) {
      if (await isTrue()) return
      await pause(50)
    }
    throw new Error(`it did not happen; the log: ${log}`)
  }

  it('follows its schema files: drafts are shown only with status=draft', async () => {
    await serve(ONE_VERSION)
    place.write(WITH_DRAFTS)
    await place.migrate()
    await addDraft()
    await until(async () => (await shown()).includes('"total":1}') && (await status()) === 200)
    expect(await shown()).not.toContain('a secret')
    expect(await (await lectern.fetch('/api/notes?status=draft')).text()).toContain('a secret')
  })

  it('whose schema files are older shows nothing, and says why', async () => {
    await serve(ONE_VERSION)
    await migrateElsewhere(WITH_DRAFTS)
    await addDraft()
    await until(async () => (await status()) === 503)
    expect(await shown()).toContain('was migrated with other content types than those in the schema files')
    place.write(WITH_DRAFTS)
    await until(async () => (await status()) === 200)
    expect(await shown()).not.toContain('a secret')
  })

  it('whose schema files cannot be read shows nothing either', async () => {
    await serve(ONE_VERSION)
    writeFileSync(join(place.folder, 'src/api/note/content-types/note/schema.json'), '{')
    await migrateElsewhere(WITH_DRAFTS)
    await until(async () => (await status()) === 503)
  })

  it('does not migrate back', async () => {
    await serve(WITH_DRAFTS)
    await migrateElsewhere(ONE_VERSION, true)
    await until(async () => (await status()) === 503)
    expect((await other.migrate({ database: place.database })).changes).toEqual([])
  })

  it('goes on with what it knows where attributes were added', async () => {
    await serve(ONE_VERSION)
    await migrateElsewhere({ types: { note: { ...title, text: { type: 'text' } } } })
    await until(async () => log.includes('reopened'))
    expect([await status(), await shown()]).toEqual([200, expect.not.stringContaining('"text"')])
  })
})

it('is not opened with schema files that were not those of the last migration', async () => {
  const place = PLACES.SQLite()
  place.write(WITH_DRAFTS)
  await place.migrate()
  place.write(ONE_VERSION)
  await expect(place.open()).rejects.toThrow(
    /api::note\.note.*with Draft & Publish, and the schema file has it without/,
  )
  await place.remove()
})
