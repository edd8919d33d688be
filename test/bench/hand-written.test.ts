/** Lectern and the hand-written peer of the bench give the same responses, for each of its queries. */

import { afterAll, beforeAll, expect, it } from 'vitest'
import { handWrittenFor } from '../../bench/peers/hand-written/hand-written.ts'
import { queriesFor } from '../../bench/queries.ts'
import { type Magazine, openMagazine } from '../support/magazine.ts'

const scale = 1
let magazine: Magazine

beforeAll(async () => {
  magazine = await openMagazine('strapi')
})
afterAll(() => magazine.close())

it.each(queriesFor(scale))('$name', async ({ name, path }) => {
  const written = handWrittenFor('sqlite', scale).find(({ query }) => query === name)
  if (written === undefined) throw new Error(`no SQL for ${name}`)
  const { data, meta } = await magazine.body(path)
  expect(data.length).toBeGreaterThan(0)
  expect(magazine.column(written.rows).map((text) => JSON.parse(String(text)) as unknown)).toEqual(data)
  expect(magazine.column(written.total)).toEqual([meta.pagination.total])
  expect(written.page).toBe(meta.pagination.page)
})

it('has the same statements for PostgreSQL', () => {
  const names = queriesFor(scale).map(({ name }) => name)
  expect(handWrittenFor('postgres', scale).map(({ query }) => query)).toEqual(names)
})
