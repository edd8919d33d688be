/** A function takes at most a hundred arguments on PostgreSQL, and a column name 63 bytes: objects have neither limit. */

import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Lectern } from '../../src/index.ts'
import { copyToPostgres } from '../support/copy-to-postgres.ts'
import { type MadeProject, makeProject } from '../support/make-project.ts'
import type { PostgresDatabase } from '../support/postgres.ts'

const ATTRIBUTES = 200
const LONG = 'this_is_an_extremely_long_attribute_name_that_goes_beyond_the_limit_of_names'
const names = Array.from({ length: ATTRIBUTES }, (_, index) => `attribute_${String(index).padStart(3, '0')}`)

const strings = (of: readonly string[]) => Object.fromEntries(of.map((name) => [name, { type: 'string' }]))

let made: MadeProject
let database: PostgresDatabase
let sqlite: Lectern
let postgres: Lectern

beforeAll(async () => {
  const values = Object.fromEntries(names.map((name) => [name, `{value of ${name}}`]))
  made = await makeProject({
    types: {
      // A key with the name of the row's alias would be confused with it.
      wide: { attributes: { ...strings(names), o: { type: 'string' } } },
      long: { attributes: { ...strings(names), [LONG]: { type: 'json' } } },
    },
    rows: { wides: [{ id: 1, ...values, o: 'o' }], longs: [{ id: 1, ...values }] },
  })
  database = await copyToPostgres(made.database)
  sqlite = await made.open()
  postgres = await made.open({ database: database.url, env: { TZ: 'UTC' } })
})

afterAll(async () => {
  await made?.remove()
  await database?.drop()
})

describe.each(['wides', 'longs'])('an entry of %s', (type) => {
  it('has all its attributes, in the order of the schema', async () => {
    const answers = await Promise.all(
      [sqlite, postgres].map(async (server) => (await server.fetch(`/api/${type}`)).json()),
    )
    const [expected, answer] = answers as { readonly data: readonly object[] }[]
    expect(answer).toEqual(expected)
    const keys = Object.keys(answer?.data[0] ?? {})
    expect(keys).toEqual(Object.keys(expected?.data[0] ?? {}))
    expect(keys.length).toBeGreaterThan(ATTRIBUTES)
    expect(keys).toContain(type === 'longs' ? LONG : 'o')
  })
})
