import { describe, expect, it } from 'vitest'
import { storedValue } from './stored-value.ts'

describe('storedValue', () => {
  it.each([
    ['string', 'a', 'a'],
    ['string', 12, '12'],
    ['string', {}, undefined],
    ['integer', 12, 12],
    ['integer', '12', 12],
    ['integer', 1.5, undefined],
    ['integer', 'x', undefined],
    ['biginteger', '9223372036854775807', 9223372036854775807n],
    ['biginteger', '-9007199254740993', -9007199254740993n],
    ['biginteger', '9223372036854775808', undefined],
    ['biginteger', '1.5', undefined],
    ['decimal', 1.25, 1.25],
    ['decimal', '', undefined],
    ['float', Number.POSITIVE_INFINITY, undefined],
    ['boolean', true, true],
    ['boolean', 0, false],
    ['boolean', 'yes', undefined],
    ['date', '2024-02-29', '2024-02-29'],
    ['date', '2024-02-29T01:02:03.000Z', '2024-02-29'],
    ['date', 'today', undefined],
    ['date', '2024-99-99', undefined],
    ['date', '2023-02-29', undefined],
    ['time', '25:00:00', undefined],
    ['time', '13:45:10.123456', '13:45:10.123'],
    ['time', '13:45:10.5', '13:45:10.500'],
    ['time', '13:45:10', '13:45:10.000'],
    ['time', '13:45', undefined],
    ['datetime', '2024-07-01T12:34:56.789Z', 1719837296789],
    ['datetime', 'soon', undefined],
    ['timestamp', '1719837296789', 1719837296789],
    ['json', { a: [1] }, '{"a":[1]}'],
    ['json', [1], '[1]'],
    ['json', { a: [Number.POSITIVE_INFINITY] }, undefined],
    ['json', false, 'false'],
    ['json', null, null],
    // As one text that reads back as it was, and as one that was stored with its quotes.
    ['json', 'abc', '"\\"abc\\""'],
    ['json', '12', '"\\"12\\""'],
    ['json', '"abc"', '"abc"'],
  ] as const)('%s of %j', (type, value, expected) => {
    expect(storedValue(value, type)).toEqual(expected)
  })
})
