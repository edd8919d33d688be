/** A database is migrated while a server writes to it: no write follows content types that are not there any more. */

import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { Lectern } from '../../src/index.ts'
import { keysOf } from '../../src/vocabulary/keys-of.ts'
import { type Place, PREPARED_PLACES, type Schemas } from '../migrate/places.ts'
import { until } from '../support/until.ts'

const types = { note: { title: { type: 'string' } } }
const SWITCHES: readonly (readonly [string, Schemas, Schemas])[] = [
  ['Draft & Publish on', { types }, { types, draftAndPublish: true }],
  ['Draft & Publish off', { types, draftAndPublish: true }, { types }],
  ['locales on', { types }, { types, localized: true }],
  ['locales off', { types, localized: true }, { types }],
]
const ACTIONS = ['find', 'findOne', 'create', 'update', 'delete']

describe.each(keysOf(PREPARED_PLACES))('on %s', (kind) => {
  let place: Place
  /** Of another release of the project, on the same database. */
  let other: Place
  let lectern: Lectern
  let documentId: string

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
    for (const action of ACTIONS) await place.allow(`api::note.note.${action}`)
    lectern = await place.open({ migrate: true })
    const made = (await (await send('POST', '/api/notes', 'first')).json()) as { data: { documentId: string } }
    documentId = made.data.documentId
  }

  const send = (method: string, path: string, title: string) =>
    lectern.fetch(path, {
      method,
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ data: { title } }),
    })
  const rows = () => place.sql('select document_id, locale, published_at is null, title from notes order by id')
  const migrateElsewhere = async (schemas: Schemas) => {
    other.write(schemas)
    await other.migrate({ database: place.database, allowDataLoss: true })
  }

  it.each(SWITCHES)('a server with older schema files writes nothing once there are %s', async (_, before, after) => {
    await serve(before)
    await migrateElsewhere(after)
    const migrated = await rows()
    const statuses = [
      (await send('PUT', `/api/notes/${documentId}`, 'second')).status,
      (await send('POST', '/api/notes', 'third')).status,
      (await lectern.fetch(`/api/notes/${documentId}`, { method: 'DELETE' })).status,
    ]
    expect([statuses, await rows()]).toEqual([[503, 503, 503], migrated])
  })

  it('a server whose schema files are those of the migration writes by them at once', async () => {
    await serve({ types, draftAndPublish: true })
    place.write({ types })
    await place.migrate({ allowDataLoss: true })
    expect((await send('POST', '/api/notes', 'second')).status).toBe(201)
    expect((await rows()).map(([, , isDraft, title]) => [Boolean(isDraft), title])).toEqual([
      [false, 'first'],
      [false, 'second'],
    ])
  })

  it('a server with older schema files goes on writing where attributes were added', async () => {
    await serve({ types })
    await migrateElsewhere({ types: { note: { ...types.note, text: { type: 'text' } } } })
    expect((await send('POST', '/api/notes', 'second')).status).toBe(201)
    expect((await send('PUT', `/api/notes/${documentId}`, 'changed')).status).toBe(200)
  })

  it('a write waits for a migration that has begun, and then does not follow what was there before', async () => {
    await serve({ types })
    other.write({ types, localized: true })
    const { script } = await other.migrate({ database: place.database, dryRun: true })
    const statements = script.filter((line) => line !== '' && !line.startsWith('--'))
    for (const statement of statements.slice(0, statements.indexOf('commit;'))) await place.sql(statement)
    const writing = send('POST', '/api/notes', 'second')
    if (kind === 'PostgreSQL') await until(async () => (await place.sql(WAITING)).length > 0)
    await place.sql('commit')
    expect((await writing).status).toBe(503)
    expect((await rows()).map(([, locale, , title]) => [locale, title])).toEqual([['en', 'first']])
  })
})

const WAITING = `select 1 from pg_locks where not granted
  and database = (select oid from pg_database where datname = current_database())`
