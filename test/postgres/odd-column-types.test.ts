/** Columns that were altered by hand, or moved here by another tool: of types that Strapi does not create. */

import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Lectern } from '../../src/index.ts'
import { copyToPostgres } from '../support/copy-to-postgres.ts'
import { type MadeProject, makeProject } from '../support/make-project.ts'
import { type PostgresDatabase, runScript } from '../support/postgres.ts'

const UUID = '0b8f3c1e-5a0e-4c62-9d39-2d8f4d2c9a11'

/** By attribute: its type, that of its column, a value as SQL, and as the response shows it. */
const ODD: Readonly<Record<string, readonly [type: string, column: string, value: string, shown: unknown]>> = {
  uuid: ['string', 'uuid', `'${UUID}'`, UUID],
  mood: ['enumeration', 'mood', `'sad'`, 'sad'],
  inet: ['string', 'inet', `'10.0.0.1'`, '10.0.0.1/32'],
  bits: ['string', 'bit(3)', `B'101'`, '101'],
  markup: ['text', 'xml', `'<a/>'`, '<a/>'],
  bytes: ['string', 'bytea', `'abc'`, '\\x616263'],
  code: ['string', 'char(3)', `'abc'`, 'abc'],
  span: ['string', 'int4range', `'[1,5)'`, '[1,5)'],
  label: ['string', 'label', `'in a domain'`, 'in a domain'],
  citext: ['string', 'citext', `'Case'`, 'Case'],
  deep: ['integer', 'deeper', '5', 5],
  small: ['integer', 'smallint', '7', 7],
  real: ['float', 'real', '0.1', 0.1],
  price: ['decimal', 'money', '12.5', 12.5],
  hour: ['time', 'timetz', `'10:20:30+02'`, '10:20:30.000'],
  moment: ['datetime', 'timestamptz', `'2024-07-03 04:05:06+02'`, '2024-07-03T02:05:06.000Z'],
  plain: ['json', 'json', `'{"b": 1, "a": [true]}'`, { b: 1, a: [true] }],
  twice: ['json', 'json', `'"[1]"'`, [1]],
  nul: [
    'json',
    'json',
    String.raw`'["a\u0000b", "\ud83d", "\ude00", "\ud83d\ude00", "\\u0000", "\\\u0000"]'`,
    ['a\ufffdb', '\ufffd', '\ufffd', '😀', '\\u0000', '\\\ufffd'],
  ],
  tags: ['json', 'text[]', `array['x', null, 'y']`, ['x', null, 'y']],
}

const NAMES = Object.keys(ODD)
const attributes = Object.fromEntries(
  Object.entries(ODD).map(([name, [type]]) => [name, type === 'enumeration' ? { type, enum: ['sad'] } : { type }]),
)

let made: MadeProject
let database: PostgresDatabase
let lectern: Lectern

beforeAll(async () => {
  made = await makeProject({
    types: {
      note: {
        attributes: { ...attributes, next: { type: 'relation', relation: 'oneToOne', target: 'api::note.note' } },
        draftAndPublish: true,
        localized: true,
      },
    },
    rows: {
      notes: [
        { id: 1, locale: 'en' },
        { id: 2, locale: 'en' },
      ],
      notes_next_lnk: [{ note_id: 1, inv_note_id: 1 }],
    },
  })
  database = await copyToPostgres(made.database)
  const changes = Object.entries(ODD).map(
    ([name, [, column, value]]) =>
      `alter table notes alter column "${name}" type ${column} using null; update notes set "${name}" = ${value} where id = 1;`,
  )
  await runScript(
    database.url,
    `create extension citext; create table strapi_database_schema (id serial primary key, schema json, "time" timestamp, hash text);
     create type mood as enum ('sad', 'ok'); create domain label as varchar(20); create domain deep as int; create domain deeper as deep;
     alter table notes alter column published_at type timestamptz using published_at at time zone 'UTC';
     create type locale as enum ('en', 'de'); alter table notes alter column locale type locale using locale::locale;
     ${changes.join(' ')}`,
  )
  lectern = await made.open({ database: database.url, env: { TZ: 'Europe/Berlin' } })
})

afterAll(async () => {
  await made?.remove()
  await database?.drop()
})

type Entry = Readonly<Record<string, unknown>>

async function read(query: string) {
  const response = await lectern.fetch(`/api/notes?${query}`)
  expect([response.status, query], await response.clone().text()).toEqual([200, query])
  return (await response.json()) as {
    readonly data: readonly Entry[]
    readonly meta: Readonly<Record<string, unknown>>
  }
}

const lengthOf = async (query: string) => (await read(query)).data.length

describe('a column of a type that Strapi does not create', () => {
  it.each(NAMES)('is shown, also through a relation: %s', async (name) => {
    const shown = ODD[name]?.[3]
    const { data } = await read(`fields=${name}&sort=id&populate[next][fields]=${name}`)
    expect(data).toMatchObject([{ [name]: shown, next: { [name]: shown } }, { [name]: null }])
  })

  it.each(NAMES)('is compared, searched and sorted: %s', async (name) => {
    const [type, , , shown] = ODD[name] ?? []
    const text = type === 'json' ? JSON.stringify(shown) : String(shown)
    const value = encodeURIComponent(text)
    for (const operator of [
      '$eq',
      '$eqi',
      '$in][0',
      '$lte',
      '$gte',
      '$between][0',
      '$contains',
      '$containsi',
      '$startsWith',
    ]) {
      const [low, high] = [`filters[${name}][${operator}]=${value}`, `&filters[${name}][$between][1]=${value}`]
      const response = await lectern.fetch(`/api/notes?${low}${operator === '$between][0' ? high : ''}`)
      expect([response.status < 500, operator], await response.text()).toEqual([true, operator])
    }
    expect(await lengthOf(`filters[${name}][$null]=true`)).toBe(1)
    if (type !== 'json') expect(await lengthOf(`filters[${name}]=${value}`)).toBe(1)
    if (type !== 'json') expect(await lengthOf(`filters[next][${name}]=${value}`)).toBe(1)
    expect(await lengthOf(`sort=${name}`)).toBe(2)
    expect(await lengthOf(`sort=next.${name}:desc`)).toBe(2)
  })

  it('is case-sensitive where the operator is, whatever the column type', async () => {
    for (const test of ['$eq]=CASE', '$in][0]=CASE', '$contains]=CAS', '$startsWith]=CAS', '$endsWith]=ASE']) {
      expect(await lengthOf(`filters[citext][${test}`), test).toBe(0)
      expect(await lengthOf(`filters[next][citext][${test}`), test).toBe(0)
    }
    for (const test of ['$eqi]=CASE', '$containsi]=CAS'])
      expect(await lengthOf(`filters[citext][${test}`), test).toBe(1)
  })

  it('is searched', async () => {
    expect(await lengthOf('_q=domain')).toBe(1)
    expect(await lengthOf(`_q=${UUID.slice(0, 8)}`)).toBe(1)
    expect(await lengthOf('_q=nothing')).toBe(0)
  })

  it('distinguishes versions and locales', async () => {
    expect(await lengthOf('locale=en&status=published')).toBe(2)
    expect(await lengthOf('locale=de')).toBe(0)
    expect(await lengthOf('locale=*')).toBe(2)
    expect((await read('filters[publishedAt][$gt]=2024-01-01T00:00:00Z&fields=publishedAt')).data[0]).toMatchObject({
      publishedAt: '2024-01-02T03:04:05.678Z',
    })
  })

  it('is not reported where it fits its attribute', () => {
    expect(lectern.leftOut.map(({ message }) => message)).toEqual([])
  })
})
