/** docs/queries.md, the JSON of values: with rows that the recorded project does not have. */

import BetterSqlite3 from 'better-sqlite3'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Asker, askerOf } from '../support/ask.ts'
import { type Magazine, openMagazine } from '../support/magazine.ts'
import { type MadeProject, makeProject } from '../support/make-project.ts'

const KINDS = [
  'string',
  'text',
  'richtext',
  'enumeration',
  'email',
  'uid',
  'date',
  'time',
  'datetime',
  'timestamp',
] as const
const OTHERS = ['integer', 'biginteger', 'float', 'decimal', 'boolean', 'array', 'json', 'blocks'] as const
const attributes = Object.fromEntries(
  [...KINDS, ...OTHERS].map((type) => [`a_${type}`, type === 'enumeration' ? { type, enum: ['x'] } : { type }]),
)

/** Milliseconds spread over years before and after 1970, with every kind of fraction. */
const MOMENTS = Array.from({ length: 2_000 }, (_, index) => (index - 500) * 1_234_567_891 + index)
const FLOATS = [0.1, 1 / 3, 1e21, 1e-7, 123456789.12345678, -0.5, 5e-324, 1.7976931348623157e308, 2]

let project: MadeProject
let ask: Asker
beforeAll(async () => {
  project = await makeProject({
    types: {
      value: { attributes },
      moment: { attributes: { at: { type: 'datetime' } } },
      amount: { attributes: { float: { type: 'float' }, decimal: { type: 'decimal' } } },
      note: { attributes: { content: { type: 'json' } } },
    },
    config: { api: { rest: { maxLimit: 5_000 } } },
    rows: {
      values: [
        { id: 1 },
        {
          id: 2,
          a_string: 'Zeilen\numbruch "quoted" \\ \u0001 \u2028 😀',
          a_text: '',
          a_richtext: '# Title',
          a_enumeration: 'x',
          a_email: 'a@b.c',
          a_uid: 'a-b',
          a_date: '2024-02-29',
          a_time: '01:02:03.450',
          a_datetime: Date.parse('2024-02-29T23:59:59.999Z'),
          a_timestamp: 1704164645678,
          a_integer: -7,
          a_biginteger: 9007199254740993n,
          a_float: 0.1,
          a_decimal: 12.5,
          a_boolean: 0,
          a_array: '[1,"two",null,[3]]',
          a_json: '{"b":1,"a":{"c":[]}}',
          a_blocks: '[{"type":"paragraph"}]',
        },
        { id: 3, a_biginteger: -9223372036854775808n, a_boolean: 1, a_array: '[]' },
        { id: 4, a_biginteger: 9223372036854775807n },
      ],
      moments: MOMENTS.map((at, index) => ({ id: index + 1, at })),
      amounts: FLOATS.map((float, index) => ({ id: index + 1, float, decimal: float })),
      notes: [
        { id: 1, content: '{"a":1}' },
        { id: 2, content: 42 },
        { id: 3, content: '"a text"' },
        { id: 4, content: 'true' },
        { id: 5, content: 'null' },
        { id: 6, content: '1.5' },
        { id: 7, content: '[1,2]' },
        { id: 8, content: '"[1,2]"' },
        { id: 9, content: 'not json' },
        { id: 10, content: null },
      ],
    },
  })
  ask = askerOf(await project.open())
})
afterAll(() => project.remove())

const value = async (id: number) => ask.first(`/api/values?filters[id]=${id}`)

describe('entries field kinds', () => {
  it('entries: every kind is returned by default, null where there is no value', async () => {
    const { id: _, documentId, createdAt, updatedAt, publishedAt, ...fields } = await value(1)
    expect(documentId).toBe('value1')
    expect([createdAt, updatedAt, publishedAt]).toEqual(Array(3).fill('2024-01-02T03:04:05.678Z'))
    expect(fields).toEqual(Object.fromEntries(Object.keys(attributes).map((name) => [name, null])))
  })

  it('entries: every kind with a value', async () => {
    expect(await value(2)).toMatchObject({
      a_string: 'Zeilen\numbruch "quoted" \\ \u0001 \u2028 😀',
      a_text: '',
      a_richtext: '# Title',
      a_enumeration: 'x',
      a_email: 'a@b.c',
      a_uid: 'a-b',
      a_date: '2024-02-29',
      a_time: '01:02:03.450',
      a_datetime: '2024-02-29T23:59:59.999Z',
      a_timestamp: '1704164645678',
      a_integer: -7,
      a_biginteger: '9007199254740993',
      a_float: 0.1,
      a_decimal: 12.5,
      a_boolean: false,
      a_array: [1, 'two', null, [3]],
      a_json: { b: 1, a: { c: [] } },
      a_blocks: [{ type: 'paragraph' }],
    })
  })

  it('entries biginteger: the smallest and the largest', async () => {
    expect(await value(3)).toMatchObject({ a_biginteger: '-9223372036854775808', a_boolean: true, a_array: [] })
    expect(await value(4)).toMatchObject({ a_biginteger: '9223372036854775807' })
  })

  it('entries ISO 8601: responses have the stored milliseconds', async () => {
    const entries = await ask.list('/api/moments?pagination[limit]=5000')
    expect(entries.map(({ at }) => at)).toEqual(MOMENTS.map((at) => new Date(at).toISOString()))
  })

  it('entries float and decimal: responses have every digit of the stored number', async () => {
    const entries = await ask.list('/api/amounts?sort=id')
    expect(entries.map(({ float }) => float)).toEqual(FLOATS)
    expect(entries.map(({ decimal }) => decimal)).toEqual(FLOATS)
  })

  it('entries JSON: objects and lists unchanged, texts in quotes, invalid JSON as a text', async () => {
    const contents = (await ask.list('/api/notes')).map(({ content }) => content)
    expect(contents).toEqual([{ a: 1 }, 42, '"a text"', true, null, 1.5, [1, 2], [1, 2], 'not json', null])
  })

  it('entries: the response is valid JSON whatever is stored', async () => {
    const odd = new BetterSqlite3(project.database)
    odd.prepare('update "values" set a_json = ?, a_string = ? where id = 1').run('{"broken":', '\ud800')
    odd.close()
    expect(await value(1)).toMatchObject({ a_json: '{"broken":' })
  })
})

describe('format versioning', () => {
  let magazine: Magazine
  beforeAll(async () => {
    magazine = await openMagazine()
  })
  afterAll(() => magazine.close())

  it('format: the format is flat unless a request asks for the older one by header', async () => {
    const path = '/api/articles?filters[id]=2&fields=title&populate[author][fields]=name'
    const flat = await magazine.first(path)
    expect(Object.keys(flat)).toEqual(['id', 'documentId', 'title', 'author'])
    for (const format of ['V4', 'v5', '', '4'])
      expect(await magazine.first(path, { 'strapi-response-format': format })).toEqual(flat)
  })
})
