/** Statements that were sent together, one of which fails: the others fail because of it. */

import { getEventListeners } from 'node:events'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { openPostgresForWriting } from '../../src/dialects/postgres/writable-database.ts'
import type { Run, WritableDatabase } from '../../src/execute/database.ts'
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

const failing = (code: string) => ({
  text: `do $$ begin raise exception 'as the server fails' using errcode = '${code}'; end $$`,
  values: [],
})
const fine = { text: 'select 1', values: [] }

/** Its error arrives first, but is delivered later than those of statements that were sent directly. */
async function throughLayers(run: Run, code: string): Promise<void> {
  const layer = async (below: Promise<unknown>) => {
    await below
  }
  await layer(layer(layer(run(failing(code)))))
}

const together = (code: string) => async (run: Run) => {
  await Promise.all([throughLayers(run, code), run(fine), run(fine)])
}

// Replies come in one packet or in several, so one run proves little.
const OFTEN = Array.from({ length: 20 })

it('reports the statement that caused the failure', async () => {
  for (const _ of OFTEN) {
    await expect(database.transaction(together('55P03'))).rejects.toMatchObject({ code: 'DATABASE_BUSY' })
    await expect(database.transaction(together('23505'))).rejects.toMatchObject({ code: 'CONSTRAINT_VIOLATED' })
  }
})

it('repeats a transaction that was in conflict with another', async () => {
  for (const _ of OFTEN) {
    let attempts = 0
    const work = async (run: Run) => {
      attempts += 1
      if (attempts === 1) await together('40P01')(run)
      return run(fine)
    }
    expect(await database.transaction(work, { repeatable: true })).toEqual([[1]])
    expect(attempts).toBe(2)
  }
})

it('leaves no listeners at the request, however often it was repeated', async () => {
  const { signal } = new AbortController()
  const listeners: number[] = []
  const work = async (run: Run) => {
    listeners.push(getEventListeners(signal, 'abort').length)
    await together('40P01')(run)
  }
  const demand = { signal, until: Number.POSITIVE_INFINITY, caller: '' }
  await expect(database.transaction(work, { repeatable: true, demand })).rejects.toThrow()
  expect(listeners).toHaveLength(10)
  expect(new Set(listeners).size).toBe(1)
  expect(getEventListeners(signal, 'abort')).toEqual([])
})

const PROCESS = { text: 'select pg_backend_pid()', values: [] }

it('closes a connection that is cancelled during a rollback: the cancellation could reach the next transaction', async () => {
  const request = new AbortController()
  const demand = { signal: request.signal, until: Number.POSITIVE_INFINITY, caller: '' }
  let used: unknown
  const work = async (run: Run) => {
    used = await run(PROCESS)
    const refuse = async () => {
      throw new Error('refused')
    }
    await Promise.all([run({ text: 'select pg_sleep(30)', values: [] }), refuse()])
  }
  const refused = expect(database.transaction(work, { demand })).rejects.toThrow('refused')
  setTimeout(() => request.abort(), 200)
  await refused
  expect(await database.transaction((run) => run(PROCESS))).not.toEqual(used)
})
