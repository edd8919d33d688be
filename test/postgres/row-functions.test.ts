/** A column named like a function of rows is dropped while the server runs: the statement must not call the function instead. */

import { afterAll, beforeAll, expect, it } from 'vitest'
import { openPostgresForWriting } from '../../src/dialects/postgres/writable-database.ts'
import type { Lectern } from '../../src/index.ts'
import { copyToPostgres } from '../support/copy-to-postgres.ts'
import { type MadeProject, makeProject } from '../support/make-project.ts'
import { type PostgresDatabase, runScript } from '../support/postgres.ts'
import { settingsFor } from './settings.ts'

const COLUMNS = ['concat', 'quote_literal', 'to_jsonb', 'initials']

const attributes = {
  title: { type: 'string' },
  secret: { type: 'string', private: true },
  concat: { type: 'string' },
  quote_literal: { type: 'text' },
  to_jsonb: { type: 'json' },
  initials: { type: 'string' },
}

let made: MadeProject
let database: PostgresDatabase
let lectern: Lectern

beforeAll(async () => {
  const row = { title: 'a', secret: 'hidden', concat: 'b', quote_literal: 'c', to_jsonb: '{"d":1}', initials: 'e' }
  made = await makeProject({
    config: { api: { rest: { extensions: ['export'] } } },
    permissions: ['note.find', 'note.findOne', 'note.export', 'shelf.find'].map(
      (of) => `api::${of.split('.')[0]}.${of}`,
    ),
    types: {
      note: { attributes },
      // Has the same columns: they must not be taken for those of the notes inside.
      shelf: {
        attributes: { ...attributes, notes: { type: 'relation', relation: 'oneToMany', target: 'api::note.note' } },
      },
    },
    rows: { notes: [{ id: 1, ...row }], shelfs: [{ id: 1, ...row }], shelfs_notes_lnk: [{ shelf_id: 1, note_id: 1 }] },
  })
  database = await copyToPostgres(made.database)
  await runScript(database.url, 'create function initials(notes) returns text language sql as $$ select $1.secret $$')
  lectern = await made.open({ database: database.url, env: { TZ: 'UTC' } })
})

afterAll(async () => {
  await made?.remove()
  await database?.drop()
})

const requestsFor = (column: string) => [
  `/api/notes?fields=${column}`,
  '/api/notes/note1',
  `/api/notes?filters[${column}][$contains]=hidden&fields=title`,
  `/api/notes?sort=${column}&fields=title`,
  `/api/shelfs?fields=title&populate[notes][fields]=${column}`,
  `/api/shelfs?populate=notes`,
  `/api/notes/actions/export?fields=${column}`,
]

it.each(COLUMNS)('%s', async (column) => {
  const requests = requestsFor(column)
  for (const request of requests) expect((await lectern.fetch(request)).status, request).toBe(200)
  await runScript(database.url, `alter table notes rename ${column} to elsewhere`)
  for (const request of requests) {
    const response = await lectern.fetch(request)
    expect(response.status, request).toBe(503)
    expect(await response.text(), request).not.toContain('hidden')
  }
  expect((await lectern.fetch('/api/notes?fields=title')).status).toBe(200)
  await runScript(database.url, `alter table notes rename elsewhere to ${column}`)
  for (const request of requests) expect((await lectern.fetch(request)).status, request).toBe(200)
})

it('also applies to reads of a write', async () => {
  const writable = await openPostgresForWriting(settingsFor(database.url, 1))
  const read = { text: 'select t0."concat" from "notes" as t0', values: [] }
  expect(await writable.transaction((run) => run(read))).toEqual([['b']])
  await runScript(database.url, 'alter table notes rename concat to elsewhere')
  await expect(writable.transaction((run) => run(read))).rejects.toMatchObject({ code: 'SCHEMA_CHANGED' })
  await writable.close()
})
