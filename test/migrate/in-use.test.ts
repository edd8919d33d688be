/** Tables that an export or pg_dump reads for long while their schema changes. */

import pg from 'pg'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { type Place, PREPARED_PLACES } from './places.ts'

let place: Place
let reader: pg.Client

beforeEach(async () => {
  place = await PREPARED_PLACES.PostgreSQL()
  place.write({ types: { note: { title: { type: 'string' } } } })
  await place.migrate()
  reader = new pg.Client(place.database)
  await reader.connect()
  await reader.query('begin')
  await reader.query('select * from notes')
})
afterEach(async () => {
  await reader.end()
  await place.remove()
})

it('makes a change when it may, and meanwhile lets others read', async () => {
  place.write({ types: { note: { title: { type: 'string' }, text: { type: 'text' } } } })
  const migrated = place.migrate()
  const other = new pg.Client(place.database)
  await other.connect()
  await other.query('set statement_timeout = 8000')
  // Longer than one attempt: without an end to its wait, everybody would stand behind it.
  for (const until = Date.now() + 3_000; Date.now() < until; ) {
    await other.query('select * from notes')
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
  await reader.query('commit')
  expect((await migrated).changes.map(({ text }) => text).join()).toContain('text')
  expect((await other.query('select text from notes')).rows).toEqual([])
  await other.end()
})
