/** SQLite stores any value in a column of any type: bytes, for example, from scripts that do not decode their input. */

import BetterSqlite3 from 'better-sqlite3'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Lectern } from '../../src/index.ts'
import { type MadeProject, makeProject } from '../support/make-project.ts'

/** By type: the JSON of the bytes `abc`. */
const SHOWN: Readonly<Record<string, unknown>> = {
  string: 'abc',
  text: 'abc',
  enumeration: 'abc',
  uid: 'abc',
  date: 'abc',
  time: 'abc',
  integer: null,
  float: null,
  decimal: null,
  boolean: null,
  json: 'abc',
  blocks: 'abc',
}

const TYPES = [...Object.keys(SHOWN), 'biginteger', 'datetime', 'timestamp']
const attributes = Object.fromEntries(
  TYPES.map((type) => [`a_${type}`, type === 'enumeration' ? { type, enum: ['a'] } : { type }]),
)

let made: MadeProject
let lectern: Lectern

beforeAll(async () => {
  made = await makeProject({
    types: {
      note: {
        attributes: {
          ...attributes,
          others: { type: 'relation', relation: 'oneToMany', target: 'api::note.note' },
          part: { type: 'component', component: 'shared.part' },
        },
      },
    },
    components: { 'shared.part': attributes },
    config: { api: { rest: { extensions: true } } },
    rows: {
      notes: [{ id: 1 }, { id: 2, a_date: 5 }],
      components_shared_parts: [{ id: 1 }],
      notes_cmps: [{ entity_id: 1, cmp_id: 1, component_type: 'shared.part', field: 'part', order: 1 }],
      notes_others_lnk: [{ note_id: 1, inv_note_id: 1 }],
    },
  })
  const connection = new BetterSqlite3(made.database)
  const changes = TYPES.map((type) => `a_${type} = x'616263'`).join(', ')
  connection.exec(`update notes set ${changes} where id = 1; update components_shared_parts set ${changes}`)
  connection.close()
  lectern = await made.open()
})

afterAll(() => made?.remove())

async function read(path: string) {
  const response = await lectern.fetch(`/api/notes${path}`)
  expect([response.status, path], await response.clone().text()).toEqual([200, path])
  return (await response.json()) as { readonly data: readonly Readonly<Record<string, unknown>>[] }
}

describe('bytes in a column', () => {
  it('are shown as text, or not at all', async () => {
    const shown = Object.fromEntries(Object.entries(SHOWN).map(([type, value]) => [`a_${type}`, value]))
    const { data } = await read('?populate=*&sort=id')
    expect(data[0]).toMatchObject({ ...shown, others: [shown], part: shown })
    expect((await read('/note1')).data).toMatchObject(shown)
  })

  it('do not change numbers in a column of dates', async () => {
    expect((await read('/note2?fields=a_date')).data).toMatchObject({ a_date: 5 })
  })

  it.each(TYPES)('are filtered, sorted, grouped and counted: %s', async (type) => {
    const name = `a_${type}`
    for (const query of [
      `filters[${name}][$null]=false`,
      `filters[${name}][$contains]=b`,
      `filters[${name}][$containsi]=B`,
      `filters[others][${name}][$startsWith]=a`,
      `sort=${name}`,
      `sort=part.${name}:desc`,
    ]) {
      await read(`?${query}`)
    }
    // JSON has neither.
    if (type === 'json' || type === 'blocks') return
    await read(`?pagination[withCount][by]=${name}`)
    await read(`?sort=${name}:desc&pagination[limit]=1&pagination[start][after]=`)
    await read(`/actions/aggregate?by=${name}&countDistinct=${name}`)
  })
})
