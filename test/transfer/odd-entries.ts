/** Entries of a type that has an attribute of every kind, with values at the edges of what it holds. */

import fc from 'fast-check'
import type { Json } from '../writes/site-files.ts'

const relation = (kind: string, more: Json = {}) => ({ type: 'relation', relation: kind, ...more })

/** `target` is the type that its relations lead to. */
export const ODDS = (target: string): Json => ({
  line: { type: 'string' },
  long: { type: 'text' },
  rich: { type: 'richtext' },
  kind: { type: 'enumeration', enum: ['a', 'B', 'ç c'] },
  mail: { type: 'email' },
  secret: { type: 'password' },
  slug: { type: 'uid' },
  whole: { type: 'integer' },
  big: { type: 'biginteger' },
  real: { type: 'float' },
  price: { type: 'decimal' },
  yes: { type: 'boolean' },
  day: { type: 'date' },
  hour: { type: 'time' },
  moment: { type: 'datetime' },
  stamp: { type: 'timestamp' },
  data: { type: 'json' },
  body: { type: 'blocks' },
  camelCase: { type: 'string', private: true },
  renamed: { type: 'string', columnName: 'other_column' },
  files: { type: 'media', multiple: true },
  file: { type: 'media' },
  column: relation('manyToOne', { target, useJoinTable: false }),
  many: relation('manyToMany', { target }),
  reader: relation('manyToMany', { target: 'plugin::users-permissions.user' }),
  any: relation('morphToMany'),
  one: relation('morphToOne'),
  zone: { type: 'dynamiczone', components: ['part.leaf', 'part.branch'] },
})

const edgeText = fc.constantFrom(
  '',
  ' ',
  '\n',
  '\r\n',
  '\t',
  '"',
  '\\',
  '\\n',
  '\u2028\u2029',
  '🦉',
  'e\u0301',
  'é',
  'NULL',
  '{"a":1}',
  '"quoted"',
  '[]',
  'null',
  '0',
  '\u0001',
  '\ufeffx',
  '\ufffd',
  "'; drop table odds; --",
  'x'.repeat(255),
)
const string = fc
  .oneof(edgeText, fc.string({ maxLength: 30 }), fc.string({ unit: 'grapheme', maxLength: 30 }))
  .map((text) => text.replaceAll('\0', ''))
const integer = fc.oneof(fc.constantFrom(0, -1, 2 ** 31 - 1, -(2 ** 31)), fc.integer())
const big = fc.oneof(
  fc.constantFrom('9223372036854775807', '-9223372036854775808', '0', '-1', '9007199254740993'),
  fc.bigInt({ min: -(2n ** 63n), max: 2n ** 63n - 1n }).map(String),
)
const real = fc.oneof(
  fc.constantFrom(0, 0.1, 1e21, 1e-7, 5e-324, 1.7976931348623157e308, -0.5, 123456789.123, 1e15 + 0.5),
  fc.double({ noNaN: true, noDefaultInfinity: true }).map((one) => (Object.is(one, -0) ? 0 : one)),
)
const price = fc.integer({ min: -99_999_999_00, max: 99_999_999_00 }).map((cents) => cents / 100)
const instant = fc.oneof(
  fc.constantFrom(
    '1969-12-31T23:59:59.999Z',
    '1970-01-01T00:00:00.000Z',
    '2000-02-29T12:00:00.001Z',
    '9999-12-31T23:59:59.999Z',
    '0001-01-01T00:00:00.000Z',
  ),
  fc.date({ min: new Date(0), max: new Date(4e12), noInvalidDate: true }).map((date) => date.toISOString()),
)
const day = fc.constantFrom('2024-02-29', '1969-12-31', '9999-12-31', '0001-01-01', '1582-10-10')
const hour = fc.constantFrom('00:00:00.000', '23:59:59.999', '12:34:56.100')
const json = fc
  .oneof(
    fc.jsonValue({ maxDepth: 3 }),
    edgeText,
    fc.constantFrom(
      '"a"',
      '"\\"a\\""',
      '{"a":1}',
      '[1]',
      '1',
      'true',
      'null',
      '"1"',
      '"null"',
      { a: { b: [1, 'x', null] } },
      { z: 1, a: 2, '1': 3 },
      [],
      {},
      1.5,
      true,
      1e300,
      { '': 0 },
      '1e5',
      ' 1',
      '""',
    ),
  )
  .map((value): unknown => JSON.parse(JSON.stringify(value).replaceAll('\\u0000', '')))
const blocks = string.map((text) => [{ type: 'paragraph', children: [{ type: 'text', text, bold: true }] }])
const optional = <T>(value: fc.Arbitrary<T>) => fc.option(value, { freq: 4 })

export type Odd = Readonly<{
  locale: 'en' | 'fr'
  status: 'draft' | 'published'
  values: Json
  picks: readonly number[]
}>

export const anyOdd: fc.Arbitrary<Odd> = fc.record({
  locale: fc.constantFrom('en', 'fr'),
  status: fc.constantFrom('draft', 'published'),
  picks: fc.array(fc.nat({ max: 9 }), { maxLength: 4 }),
  values: fc.record({
    line: optional(string.map((text) => text.slice(0, 120))),
    long: optional(string),
    rich: optional(string),
    kind: optional(fc.constantFrom('a', 'B', 'ç c')),
    mail: optional(fc.constant('a@example.com')),
    secret: optional(fc.constant('password1')),
    whole: optional(integer),
    big: optional(big),
    real: optional(real),
    price: optional(price),
    yes: optional(fc.boolean()),
    day: optional(day),
    hour: optional(hour),
    moment: optional(instant),
    stamp: optional(instant),
    data: optional(json),
    body: optional(blocks),
    camelCase: optional(string.map((text) => text.slice(0, 120))),
    renamed: optional(string.map((text) => text.slice(0, 120))),
    file: optional(fc.nat({ max: 2 }).map((index) => index + 1)),
    files: fc.shuffledSubarray([1, 2, 3]),
  }),
})

export function oddBody({ values, picks }: Odd, target: string, documents: readonly string[]): Json {
  if (documents.length === 0) return values
  const some = [...new Set(picks.map((pick) => documents[pick % documents.length] as string))]
  const morph = some.map((documentId) => ({ __type: target, documentId }))
  return {
    ...values,
    column: some[0] ?? null,
    many: some,
    any: morph,
    one: morph[0] ?? null,
    zone: some.map((document) => ({ __component: 'part.leaf', text: document, targets: some })),
  }
}
