import { describe, expect, it } from 'vitest'
import type { ScalarType } from '../schema/schema.ts'
import type { StoredValue } from './document-input.ts'
import { readScalar } from './read-scalar.ts'

const TEXTS: readonly ScalarType[] = ['string', 'text', 'richtext', 'enumeration', 'email', 'password', 'uid']
const KINDS: readonly ScalarType[] = [
  ...TEXTS,
  'date',
  'time',
  'datetime',
  'timestamp',
  'integer',
  'biginteger',
  'float',
  'decimal',
  'boolean',
  'array',
  'json',
  'blocks',
]

const NOON = Date.parse('2024-07-01T12:34:56.789Z')

const GOOD: readonly [ScalarType, unknown, StoredValue][] = [
  ...TEXTS.map((type): [ScalarType, unknown, StoredValue] => [type, 'é 🦄', 'é 🦄']),
  ['string', '', ''],
  ['integer', 5, 5],
  ['integer', 2147483647, 2147483647],
  ['integer', -2147483648, -2147483648],
  ['biginteger', 5, 5n],
  ['biginteger', '9007199254740993', 9007199254740993n],
  ['biginteger', '-9223372036854775808', -9223372036854775808n],
  ['biginteger', '+7', 7n],
  ['float', 1.5, 1.5],
  ['float', -1e300, -1e300],
  ['decimal', 99999999.99, 99999999.99],
  ['boolean', true, true],
  ['boolean', false, false],
  ['date', '2024-02-29', '2024-02-29'],
  ['date', '2024-02-29T23:00:00Z', '2024-02-29'],
  ['time', '13:45:10', '13:45:10.000'],
  ['time', '13:45:10.5', '13:45:10.500'],
  ['datetime', '2024-07-01T12:34:56.789Z', NOON],
  ['datetime', '2024-07-01T14:34:56.789+02:00', NOON],
  ['datetime', String(NOON), NOON],
  ['datetime', NOON, NOON],
  ['timestamp', '2024-07-01T12:34:56.789Z', NOON],
  ['json', { a: [1, null, 'x'] }, '{"a":[1,null,"x"]}'],
  ['json', 'text', JSON.stringify('"text"')],
  ['json', false, 'false'],
  ['array', [], '[]'],
  ['array', [1, 'a'], '[1,"a"]'],
  ['blocks', [{ type: 'paragraph' }], '[{"type":"paragraph"}]'],
]

const type = (name: string, shown: string) => `must be a \`${name}\` type, but the final value was: \`${shown}\`.`
const ISO = 'has an invalid format, expected a timestamp or an ISO date'
const LARGE = 'is too large: numbers go up to 1.7e308'
const largeAt = (place: string) => `has a number that is too large, at ${place}: numbers go up to 1.7e308`
const BIG = 'must be an integer, as a number or a string'

const AS_TEXT: readonly [ScalarType, unknown, unknown][] = [
  ['integer', '7', 7],
  ['integer', ' 3 ', 3],
  ['integer', '1e1', 10],
  ['integer', '-4', -4],
  ['integer', '3.0', 3],
  ['float', '1.25', 1.25],
  ['decimal', '3.10', 3.1],
  ['biginteger', ' 50 ', 50n],
  ['boolean', 'true', true],
  ['boolean', 'False', false],
  ['boolean', '1', true],
  ['boolean', '0', false],
  ['boolean', 1, true],
  ['boolean', 0, false],
]

const BAD: readonly [ScalarType, unknown, string][] = [
  ...TEXTS.map((kind): [ScalarType, unknown, string] => [kind, 1, type('string', '1')]),
  ['string', true, type('string', 'true')],
  ['string', { a: 'x' }, type('string', '{"a":"x"}')],
  ['string', ['x'.repeat(500)], type('string', `["${'x'.repeat(198)}…`)],
  ['integer', 'x', type('number', '"x"')],
  ['integer', '', type('number', '""')],
  ['integer', ' ', type('number', '" "')],
  ['integer', [1], type('number', '[1]')],
  ['integer', '5.5', 'must be an integer'],
  ['integer', '1e10', 'must be less than or equal to 2147483647'],
  ['integer', '1_0', type('number', '"1_0"')],
  ['integer', true, type('number', 'true')],
  ['integer', 1.5, 'must be an integer'],
  ['integer', Number.POSITIVE_INFINITY, 'must be less than or equal to 2147483647'],
  ['integer', Number.NEGATIVE_INFINITY, 'must be greater than or equal to -2147483648'],
  ['integer', 2147483648, 'must be less than or equal to 2147483647'],
  ['integer', -2147483649, 'must be greater than or equal to -2147483648'],
  ['biginteger', '1.5', BIG],
  ['biginteger', 1.5, BIG],
  ['biginteger', '', BIG],
  ['biginteger', [1], BIG],
  ['biginteger', '1'.repeat(31), BIG],
  ['biginteger', 9007199254740992, 'must be sent as a string, because JSON numbers of this size are not exact'],
  ['biginteger', '9223372036854775808', 'must be less than or equal to 9223372036854775807'],
  ['biginteger', '-9223372036854775809', 'must be greater than or equal to -9223372036854775808'],
  ['float', '1,5', type('number', '"1,5"')],
  ['biginteger', Number.POSITIVE_INFINITY, LARGE],
  ['float', 'Infinity', LARGE],
  ['float', Number.NEGATIVE_INFINITY, LARGE],
  ['decimal', Number.POSITIVE_INFINITY, LARGE],
  ['json', Number.POSITIVE_INFINITY, LARGE],
  ['json', { a: [1, { b: Number.NEGATIVE_INFINITY }] }, largeAt('a[1].b')],
  ['array', [Number.POSITIVE_INFINITY], largeAt('[0]')],
  ['blocks', [{ type: 'paragraph', level: Number.POSITIVE_INFINITY }], largeAt('[0].level')],
  ['decimal', 'NaN', type('number', '"NaN"')],
  ['decimal', '100000000', 'must be less than or equal to 99999999.99'],
  ['decimal', 100000000, 'must be less than or equal to 99999999.99'],
  ['decimal', -100000000, 'must be greater than or equal to -99999999.99'],
  ['boolean', 'yes', type('boolean', '"yes"')],
  ['boolean', 't', type('boolean', '"t"')],
  ['boolean', '', type('boolean', '""')],
  ['boolean', 2, type('boolean', '2')],
  ['boolean', ['true'], type('boolean', '["true"]')],
  ['boolean', { toString: 1 }, type('boolean', '{"toString":1}')],
  ['date', '1.2.2024', 'has an invalid format, expected yyyy-MM-dd'],
  ['date', 20240101, 'has an invalid format, expected yyyy-MM-dd'],
  ['date', '2023-02-29', 'must be a date that exists'],
  ['date', '2024-13-01', 'must be a date that exists'],
  ['date', '0000-01-01', 'must be a date that exists'],
  ['time', '24:00:00', 'has an invalid format, expected HH:mm:ss.SSS'],
  ['time', '13:45', 'has an invalid format, expected HH:mm:ss.SSS'],
  ['time', 5, 'has an invalid format, expected HH:mm:ss.SSS'],
  ['datetime', 'soon', ISO],
  ['datetime', '', ISO],
  ['datetime', {}, ISO],
  ['datetime', 1.5, ISO],
  ['datetime', 9e15, 'must be in the years 1 to 9999'],
  ['datetime', '-99999999999999', 'must be in the years 1 to 9999'],
  ['timestamp', false, ISO],
  ['array', { 0: 'a' }, type('array', '{"0":"a"}')],
  ['array', 'a', type('array', '"a"')],
  ['blocks', 'a', type('array', '"a"')],
]

describe('readScalar', () => {
  it.each(KINDS)('%s: null stays null', (kind) => {
    expect(readScalar(kind, null)).toEqual({ value: null })
  })

  it.each(GOOD)('%s: %j', (kind, value, stored) => {
    expect(readScalar(kind, value)).toEqual({ value: stored })
  })

  it.each(AS_TEXT)('%s, as forms send it: %j', (kind, value, stored) => {
    expect(readScalar(kind, value)).toEqual({ value: stored })
  })

  it.each(BAD)('%s: not %j', (kind, value, wrong) => {
    expect(readScalar(kind, value)).toEqual({ wrong })
  })
})
