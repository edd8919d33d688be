/** Values and operands at the limits of the column types: no failure, and the same response on both databases. */

import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Lectern } from '../../src/index.ts'
import { copyToPostgres } from '../support/copy-to-postgres.ts'
import { type MadeProject, makeProject } from '../support/make-project.ts'
import type { PostgresDatabase } from '../support/postgres.ts'

const ms = (text: string) => Date.parse(text)

const ROWS = [
  {},
  { title: '', whole: 0, big: 0, real: 0, price: 0, flag: 0, day: '0001-01-01', clock: '00:00:00.000' },
  { title: 'Straße ÉCLAIR', whole: 2_147_483_647, big: 9_223_372_036_854_775_807n, real: 0.1, price: 2.5, flag: 1 },
  { title: '100%_\\', whole: -2_147_483_648, big: -9_223_372_036_854_775_808n, real: 1e21, price: 99_999_999.99 },
  {
    title: 'ΟΔΟΣ',
    real: 1e-7,
    price: -0.01,
    day: '9999-12-31',
    clock: '23:59:59.999',
    at: ms('2024-02-29T23:59:59.999Z'),
  },
  {
    title: 'a\nb\t"c"\\',
    real: 123456789012345680000,
    at: ms('1970-01-01T00:00:00Z'),
    stamp: ms('1969-12-31T23:59:59.999Z'),
  },
  { title: 'eclair', real: 5e-324, at: ms('0099-01-01T00:00:00Z'), stamp: 1_719_837_296_789 },
  { title: '😀 emoji', real: 1.7976931348623157e308, data: '{"a":"x: y, z","b":[1,2,{"c":null}]}' },
  { title: 'json text', real: -0.000001, data: '"plain"' },
  { title: 'json number in a text', real: 1 / 3, data: '"12"' },
  { title: 'json list in a text', real: 100, data: '"[1, {\\"k\\": \\"v w\\"}]"' },
  { title: 'json in a text, on many levels', data: JSON.stringify('{"a": [{"b": [[], {}, null]}, "x"], "c": -1.5e3}') },
  { title: 'nearly json in a text', data: JSON.stringify('{"a": [1, 2,]}') },
  { title: 'nearly json in a text, too', data: JSON.stringify('[1 2]') },
  { title: 'json number', data: '12.5' },
  { title: 'json numbers without all the digits that were sent', data: '[9007199254740992, 0.1]' },
  { title: 'json zero', data: '0' },
  { title: 'json null', data: 'null' },
  { title: 'json false', data: 'false' },
  { title: 'json escapes', data: '["\\"quoted\\", \\\\ and é"]' },
  { title: 'a typing error', at: ms('+020244-01-01T00:00:00Z'), stamp: ms('+100000-01-01T12:00:00Z') },
  { title: 'the last of dates', at: 8.64e15, stamp: 8.64e15 },
]

const rows = ROWS.map((row, index) => ({ id: index + 1, ...row }))

const NUMBERS = [
  '0',
  '-0',
  '1.5',
  '0.1',
  '2.50',
  '1e20',
  '-1e300',
  '5e-324',
  '2147483648',
  '9223372036854775808',
  '9007199254740993',
]
const TEXTS = [
  '',
  '%',
  '_',
  '\\',
  'é',
  'STRASSE',
  'straße',
  'οδος',
  'ΟΔΟΣ',
  'σ',
  '"',
  "'",
  '😀',
  'e',
  '1',
  '0.1',
  '1e',
  '-',
  ':',
  'x: y',
  '"b":[1',
  'K',
  'k',
]
/** Parts of documents, across places where spaces may be stored, and with spaces that responses do not show. */
const IN_JSON = [
  'v w',
  'V W',
  'k":"v',
  '"k": "v',
  '{"k":"v w"}',
  '1,{',
  '1, {',
  '[[],{},null]',
  '"x"],"c',
  'c":-1.5',
  'x: y, z","b"',
  'X: Y, Z","B"',
  'x:y',
  'quoted\\"',
  'and é',
  'AND É',
  ', ',
  ' ',
  '[1, 2,]',
  '[1 2]',
  '[12]',
  'plain"',
]
const OPERANDS: Readonly<Record<string, readonly string[]>> = {
  id: NUMBERS,
  whole: NUMBERS,
  big: ['0', '9223372036854775807', '-9223372036854775808', '9223372036854775808', '123456789012345678901234567890'],
  real: [...NUMBERS, '1e21', '1e-7', '0.3333333333333333'],
  price: [...NUMBERS, '99999999.99', '-0.01'],
  flag: ['true', 'false', '', 'x'],
  day: ['0000-01-01', '0001-01-01', '9999-12-31', '2024-02-29'],
  clock: ['00:00:00', '23:59:59.999'],
  at: [
    '2024-02-29T23:59:59.999Z',
    '0',
    '-62167219200000',
    '-8640000000000000',
    '8640000000000000',
    '+020000-01-01T00:00:00Z',
  ],
  stamp: ['1719837296789', '-1', '8640000000000000'],
  title: TEXTS,
}
const JSON_OPERANDS = [
  'plain',
  '"plain"',
  '12',
  '"12"',
  '12.50',
  'false',
  'null',
  '{"b":[1,2,{"c":null}],"a":"x: y, z"}',
  '1e9999',
  '1e-9999',
  '[9007199254740993, 0.10000000000000000001]',
  '[1]',
]
const ORDERED = ['$eq', '$ne', '$lt', '$lte', '$gt', '$gte', '$in', '$notIn']
const TEXTUAL = [
  '$eqi',
  '$nei',
  '$contains',
  '$notContains',
  '$containsi',
  '$notContainsi',
  '$startsWith',
  '$startsWithi',
  '$endsWith',
  '$endsWithi',
]

const question = (name: string, operator: string, operand: string) =>
  `/api/samples?filters[${name}][${operator}]=${encodeURIComponent(operand)}&fields[0]=title&pagination[pageSize]=100`

const questions = [
  ...Object.entries(OPERANDS).flatMap(([name, operands]) =>
    operands.flatMap((operand) => ORDERED.map((operator) => question(name, operator, operand))),
  ),
  ...[...Object.keys(OPERANDS), 'data'].flatMap((name) =>
    TEXTS.flatMap((text) => TEXTUAL.map((operator) => question(name, operator, text))),
  ),
  ...IN_JSON.flatMap((text) => TEXTUAL.map((operator) => question('data', operator, text))),
  ...JSON_OPERANDS.flatMap((operand) =>
    ['$eq', '$ne', '$in', '$notIn'].map((operator) => question('data', operator, operand)),
  ),
]

let made: MadeProject
let database: PostgresDatabase
let sqlite: Lectern
let postgres: Lectern

beforeAll(async () => {
  const attributes = {
    title: { type: 'text' },
    whole: { type: 'integer' },
    big: { type: 'biginteger' },
    real: { type: 'float' },
    price: { type: 'decimal' },
    flag: { type: 'boolean' },
    day: { type: 'date' },
    clock: { type: 'time' },
    at: { type: 'datetime' },
    stamp: { type: 'timestamp' },
    data: { type: 'json' },
  }
  made = await makeProject({ types: { sample: { attributes } }, rows: { samples: rows } })
  database = await copyToPostgres(made.database, { decimals: ['price'] })
  sqlite = await made.open()
  postgres = await made.open({ database: database.url, env: { TZ: 'UTC' } })
})

afterAll(async () => {
  await made?.remove()
  await database?.drop()
})

interface Body {
  readonly data: readonly object[]
  readonly meta?: { readonly pagination: { readonly total: number } }
}

const answer = async (server: Lectern, url: string) => {
  const response = await server.fetch(url)
  return { status: response.status, body: (await response.json()) as Body }
}

describe('SQLite and PostgreSQL', () => {
  it('show every value in the same form', async () => {
    const url = '/api/samples?pagination[pageSize]=100'
    const shown = await answer(postgres, url)
    expect(shown).toEqual(await answer(sqlite, url))
    expect(shown.body.data).toHaveLength(rows.length)
    expect(shown.body.data[2]).toMatchObject({ big: '9223372036854775807', real: 0.1, price: 2.5, flag: true })
    expect(shown.body.data[4]).toMatchObject({ clock: '23:59:59.999', at: '2024-02-29T23:59:59.999Z' })
    expect(shown.body.data.at(-2)).toMatchObject({ at: '+020244-01-01T00:00:00.000Z', stamp: '3093528024000000' })
    expect(shown.body.data.at(-1)).toMatchObject({ at: '+275760-09-13T00:00:00.000Z', stamp: '8640000000000000' })
    expect(shown.body.data[5]).toMatchObject({ stamp: '-1', title: 'a\nb\t"c"\\' })
    expect(shown.body.data[8]).toMatchObject({ data: '"plain"' })
    expect(shown.body.data[9]).toMatchObject({ data: 12 })
    expect(shown.body.data[10]).toMatchObject({ data: [1, { k: 'v w' }] })
  })

  it(`agree on ${questions.length} comparisons`, async () => {
    const found = new Set<number | undefined>()
    for (const url of questions) {
      const [left, right] = await Promise.all([answer(sqlite, url), answer(postgres, url)])
      expect(right, decodeURIComponent(url)).toEqual(left)
      expect([200, 400], decodeURIComponent(url)).toContain(left.status)
      found.add(left.body.meta?.pagination.total)
    }
    expect(found.size).toBeGreaterThan(8)
  })
})
