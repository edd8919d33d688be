import { describe, expect, it } from 'vitest'
import { isTrue, toMilliseconds } from './reader.ts'

describe('toMilliseconds', () => {
  it.each([
    [1_700_000_000_000],
    [1_700_000_000_000n],
    ['1700000000000'],
    [new Date(1_700_000_000_000)],
    ['2023-11-14T22:13:20.000Z'],
    ['2023-11-14 22:13:20'],
    ['2023-11-14 22:13:20.000'],
    ['2023-11-14T22:13:20'],
    ['2023-11-15 00:13:20+02'],
    ['2023-11-15T00:13:20+02:00'],
  ])('reads %s', (value) => {
    expect(toMilliseconds(value)).toBe(1_700_000_000_000)
  })

  it('reads a time without a zone as UTC, in every time zone of the server', () => {
    const zone = process.env.TZ
    try {
      process.env.TZ = 'Asia/Tokyo'
      expect(toMilliseconds('2023-11-14 22:13:20')).toBe(1_700_000_000_000)
    } finally {
      if (zone === undefined) delete process.env.TZ
      else process.env.TZ = zone
    }
  })

  it.each([['soon'], [''], [undefined], [{}]])('returns NaN for %s', (value) => {
    expect(toMilliseconds(value)).toBeNaN()
  })
})

describe('isTrue', () => {
  it.each([[true], [1], [1n]])('%s', (value) => {
    expect(isTrue(value)).toBe(true)
  })

  it.each([[false], [0], [null], [undefined], ['0'], ['false']])('not %s', (value) => {
    expect(isTrue(value)).toBe(false)
  })
})
