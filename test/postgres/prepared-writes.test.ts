/** Statements of writes are prepared once per connection, and again after a migration has changed the tables. */

import { afterAll, beforeAll, expect, it } from 'vitest'
import { openPostgresForWriting } from '../../src/dialects/postgres/writable-database.ts'
import type { Run, WritableDatabase } from '../../src/execute/database.ts'
import { createDatabase, type PostgresDatabase, runScript } from '../support/postgres.ts'
import { settingsFor } from './settings.ts'

let server: PostgresDatabase
let database: WritableDatabase

beforeAll(async () => {
  server = await createDatabase()
  database = await openPostgresForWriting(settingsFor(server.url, 1))
  await runScript(server.url, 'create table notes (id integer); insert into notes values (1), (2)')
})

afterAll(async () => {
  await database?.close()
  await server?.drop()
})

const IDS = 'select id from notes order by id'
const ids = (run: Run) => run({ text: IDS, values: [] })
const prepared = (run: Run) =>
  run({ text: 'select count(*)::integer from pg_prepared_statements where statement = $1', values: [IDS] })

it('prepares what is run again', async () => {
  expect(await database.transaction(ids)).toEqual([[1], [2]])
  expect(await database.transaction(prepared)).toEqual([[0]])
  await database.transaction((run) => Promise.all([ids(run), ids(run)]))
  expect(await database.transaction(prepared)).toEqual([[1]])
})

it('repeats a write that was prepared before the type of a column changed', async () => {
  await database.transaction(ids)
  await database.transaction(ids)
  await runScript(server.url, 'alter table notes alter column id type text')
  expect(await database.transaction(ids, { repeatable: true })).toEqual([['1'], ['2']])
})

it('prepares a limited number', async () => {
  await database.transaction(async (run) => {
    for (let number = 0; number < 600; number += 1) {
      for (const text of [`select ${number}`, `select ${number}`]) await run({ text, values: [] })
    }
    const [row] = await run({ text: 'select count(*)::integer from pg_prepared_statements', values: [] })
    expect(row?.[0]).toBeLessThanOrEqual(500)
    expect(row?.[0]).toBeGreaterThan(400)
  })
})
