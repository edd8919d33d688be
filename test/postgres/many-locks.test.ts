/** A migration of thousands of tables on a server whose table of locks is full. */

import { afterAll, beforeAll, expect, it } from 'vitest'
import { ProjectError } from '../../src/config/problem.ts'
import { openPostgresForWriting } from '../../src/dialects/postgres/writable-database.ts'
import type { WritableDatabase } from '../../src/execute/database.ts'
import { isTransient } from '../../src/open/is-transient.ts'
import { createDatabase, type PostgresDatabase } from '../support/postgres.ts'
import { settingsFor } from './settings.ts'

let server: PostgresDatabase
let database: WritableDatabase

beforeAll(async () => {
  server = await createDatabase()
  database = await openPostgresForWriting(settingsFor(server.url))
})

afterAll(async () => {
  await database?.close()
  await server?.drop()
})

/** The server's error. Really filling the table would also fail other transactions on the server. */
const failing = (hint: string) => (run: Parameters<Parameters<WritableDatabase['transaction']>[0]>[0]) =>
  run({
    text: `do $$ begin raise exception 'Shared Memory erschöpft' using errcode = '53200', hint = '${hint}'; end $$`,
    values: [],
  })

it('says which setting to raise, and does not wait for it', async () => {
  const full = failing('Sie müssen möglicherweise »max_locks_per_transaction« erhöhen.')
  const error = await database.transaction(full, { patient: true }).catch((failure: unknown) => failure)
  expect(error).toBeInstanceOf(ProjectError)
  expect(String(error)).toContain('set max_locks_per_transaction in its configuration to 1024')
  expect(isTransient(error)).toBe(false)
})

it('waits when the server is short of memory', async () => {
  const error = await database.transaction(failing(''), { patient: true }).catch((failure: unknown) => failure)
  expect(isTransient(error)).toBe(true)
})

it('is busy for a request that writes', async () => {
  const error = await database.transaction(failing('max_locks_per_transaction')).catch((failure: unknown) => failure)
  expect(error).toMatchObject({ code: 'DATABASE_BUSY' })
})
