/** The schema file of a Strapi project has another type than the column, until Strapi starts again. */

import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Lectern } from '../../src/index.ts'
import { copyToPostgres } from '../support/copy-to-postgres.ts'
import { type MadeProject, makeProject } from '../support/make-project.ts'
import { type PostgresDatabase, runScript } from '../support/postgres.ts'

/** By attribute: its type, that of its column, and the value as the response shows it. */
const CHANGED: Readonly<Record<string, readonly [type: string, column: string, value: string | number | boolean]>> = {
  price: ['integer', `varchar(255) using 'ten'`, 'ten'],
  rating: ['decimal', `text using 'good'`, 'good'],
  label: ['string', 'integer using 5', 5],
  switch: ['boolean', `varchar(255) using 'on'`, 'on'],
  choice: ['enumeration', 'boolean using true', true],
  body: ['blocks', `text using 'plain'`, 'plain'],
  day: ['date', `varchar(255) using 'Monday'`, 'Monday'],
  hour: ['time', `varchar(255) using 'noon'`, 'noon'],
  moment: ['datetime', "date using date('2024-02-03')", '2024-02-03'],
  title: ['string', `timestamp(6) using timestamp '2024-02-03 04:05:06'`, '2024-02-03T04:05:06.000Z'],
  hidden: ['password', `integer using 7`, 7],
}

const NAMES = Object.keys(CHANGED).filter((name) => name !== 'hidden')

const attributes = Object.fromEntries(
  Object.entries(CHANGED).map(([name, [type]]) => [name, type === 'enumeration' ? { type, enum: ['a'] } : { type }]),
)

let made: MadeProject
let database: PostgresDatabase
let lectern: Lectern

beforeAll(async () => {
  made = await makeProject({ types: { note: { attributes } }, rows: { notes: [{ id: 1 }] } })
  database = await copyToPostgres(made.database)
  const changes = Object.entries(CHANGED).map(
    ([name, [, column]]) => `alter table notes alter column ${name} type ${column};`,
  )
  await runScript(
    database.url,
    `create table strapi_database_schema (id serial primary key, schema json, "time" timestamp, hash text);
     insert into strapi_database_schema (schema, hash) values ('{}', 'a'); ${changes.join(' ')}`,
  )
  lectern = await made.open({ database: database.url, env: { TZ: 'UTC' } })
})

afterAll(async () => {
  await made?.remove()
  await database?.drop()
})

async function read(query: string) {
  const response = await lectern.fetch(`/api/notes?${query}`)
  expect(response.status, query).toBe(200)
  return ((await response.json()) as { readonly data: readonly Readonly<Record<string, unknown>>[] }).data
}

describe('an attribute whose column is of another type', () => {
  it('is reported', () => {
    const about = lectern.leftOut.flatMap(({ path, message }) => (message.includes('of its column') ? [path] : []))
    expect(about.toSorted()).toEqual(NAMES.map((name) => `api::note.note, ${name}`).toSorted())
    const [notice] = lectern.leftOut.filter(({ path }) => path === 'api::note.note, price')
    expect(notice?.message).toBe(
      '"price" is served with the type "string" of its column, not as "integer". Start the Strapi project once, so that it changes the column.',
    )
  })

  it.each(NAMES)('is served with the type of the column: %s', async (name) => {
    const value = CHANGED[name]?.[2]
    expect(await read(`fields=${name}`)).toMatchObject([{ [name]: value }])
    for (const query of [
      `filters[${name}]=${value}`,
      `filters[${name}][$in][0]=${value}`,
      `filters[${name}][$notNull]=true`,
      `filters[${name}][$contains]=${value}`,
      `sort=${name}`,
    ]) {
      expect(await read(query), query).toHaveLength(1)
    }
  })

  it('is searched like others of that type', async () => {
    expect(await read('_q=Monday')).toHaveLength(1)
    expect(await read('_q=nothing')).toHaveLength(0)
  })

  it('stays hidden where it is a password', async () => {
    expect((await read('populate=*'))[0]).not.toHaveProperty('hidden')
    expect((await lectern.fetch('/api/notes?filters[hidden]=7')).status).toBe(400)
  })

  it('has its own type again when Strapi has changed the column', async () => {
    await runScript(
      database.url,
      `alter table notes alter column price type integer using 10; insert into strapi_database_schema (schema, hash) values ('{}', 'b')`,
    )
    await expect
      .poll(() => read('filters[price][$gt]=9&fields=price'), { timeout: 20_000 })
      .toMatchObject([{ price: 10 }])
  })
})
