/** Values that only columns of PostgreSQL can hold, and that no client sends: written by hand, or by other programs. */

import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Lectern } from '../../src/index.ts'
import { keysOf } from '../../src/vocabulary/keys-of.ts'
import { copyToPostgres } from '../support/copy-to-postgres.ts'
import { type MadeProject, makeProject } from '../support/make-project.ts'
import { type PostgresDatabase, runScript } from '../support/postgres.ts'

const TYPES = { day: 'date', moment: 'datetime', hour: 'time', real: 'float', price: 'decimal' }
const VALUES: Readonly<Record<keyof typeof TYPES, readonly string[]>> = {
  day: ['infinity', '-infinity', '0044-03-15 BC', '5874000-01-01'],
  moment: ['infinity', '-infinity', '0044-03-15 10:00:00 BC', '294000-01-01'],
  hour: ['24:00:00'],
  real: ['NaN', 'Infinity', '-Infinity', '1e-320'],
  price: ['NaN', 'Infinity', '-Infinity', '1e1000', '-1e-1000', '1e308'],
}
const SOUGHT: Readonly<Record<keyof typeof TYPES, string>> = {
  day: '2024-01-01',
  moment: '2024-01-01T00:00:00Z',
  hour: '10:00:00',
  real: '1.5',
  price: '1.5',
}
const NAMES = keysOf(TYPES)
const OPERATORS = [
  '$eq',
  '$ne',
  '$lt',
  '$gte',
  '$eqi',
  '$nei',
  '$contains',
  '$notContainsi',
  '$startsWith',
  '$endsWithi',
]

let made: MadeProject
let database: PostgresDatabase
let lectern: Lectern

beforeAll(async () => {
  const attributes = Object.fromEntries(Object.entries(TYPES).map(([name, type]) => [name, { type }]))
  made = await makeProject({
    types: { note: { attributes } },
    config: { api: { rest: { extensions: ['aggregates'] } } },
  })
  database = await copyToPostgres(made.database)
  const rows = Object.entries(VALUES).flatMap(([name, values]) =>
    values.map(
      (value) =>
        `insert into notes (id, document_id, "${name}") values (nextval('ids'), 'd' || currval('ids'), '${value}');`,
    ),
  )
  await runScript(
    database.url,
    `create sequence ids; alter table notes alter column price type numeric; ${rows.join(' ')}`,
  )
  lectern = await made.open({ database: database.url, env: { TZ: 'Europe/Berlin' } })
})

afterAll(async () => {
  await made?.remove()
  await database?.drop()
})

async function read(path: string) {
  const response = await lectern.fetch(path)
  const text = await response.text()
  expect([response.status, path], text).toEqual([200, path])
  return JSON.parse(text) as { readonly data: readonly unknown[] }
}

describe('a value that no client sends', () => {
  it.each(NAMES)('fails no read: %s', async (name) => {
    await read(`/api/notes?fields=${name}`)
    for (const operator of OPERATORS) await read(`/api/notes?filters[${name}][${operator}]=${SOUGHT[name]}`)
    await read(`/api/notes?filters[${name}][$in][0]=${SOUGHT[name]}&_q=x`)
    await read(`/api/notes?sort=${name}:desc`)
  })

  it.each(NAMES)('fails no group: %s', async (name) => {
    await read(`/api/notes/actions/aggregate?by=${name}`)
    await read(`/api/notes/actions/aggregate?min=${name}&max=${name}`)
    if (name === 'real' || name === 'price') await read(`/api/notes/actions/aggregate?sum=${name}&avg=${name}`)
    if (name === 'day' || name === 'moment') await read(`/api/notes/actions/aggregate?by=${name}:month`)
    await read(`/api/notes?pagination[withCount][by]=${name}`)
  })

  it('is found by the text that is shown', async () => {
    expect((await read('/api/notes?filters[day][$startsWith]=5874000-')).data).toHaveLength(1)
    expect((await read('/api/notes?filters[price][$startsWith]=1000000000000000000000000')).data).toHaveLength(1)
  })
})
