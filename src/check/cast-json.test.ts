import { describe, expect, it } from 'vitest'
import { castJson } from './cast-json.ts'

const place = { param: 'filters', path: 'metadata' }

describe('castJson', () => {
  it.each([
    ['{"a": [1, 2]}', '{"a": [1, 2]}'],
    ['plain', '"plain"'],
    ['say "hi"', '"say \\"hi\\""'],
    ['"\\u00e9"', '"\\u00e9"'],
    ['"\\\\u0000"', '"\\\\u0000"'],
    ['"\\ud83d\\ude00"', '"\\ud83d\\ude00"'],
    ['12345678901234567890', '12345678901234567890'],
  ])('takes %s', (text, expected) => {
    expect(castJson(text, place)).toBe(expected)
  })

  it.each(['"\\u0000"', '{"a\\u0000": 1}', '"\\\\\\u0000"', '"\\ud83d"', '["\\ude00"]', '"\\ude00\\ud83d"'])(
    'refuses %s, which a database may not be able to hold',
    (text) => {
      expect(() => castJson(text, place)).toThrow(/NUL characters and unpaired surrogates/)
    },
  )

  it('refuses what is nested too deep, however it is written', () => {
    const nested = (depth: number) => '['.repeat(depth) + ']'.repeat(depth)
    expect(castJson(nested(100), place)).toBe(nested(100))
    expect(() => castJson(nested(101), place)).toThrow(/at most 100 levels/)
    expect(() => castJson(nested(50_000), place)).toThrow(/at most 100 levels/)
    expect(castJson(JSON.stringify('['.repeat(200)), place)).toHaveLength(202)
  })
})
