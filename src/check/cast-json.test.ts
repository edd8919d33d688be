import { describe, expect, it } from 'vitest'
import { castJson } from './cast-json.ts'

const place = { param: 'filters', path: 'metadata' }

describe('castJson', () => {
  it.each([
    ['{"a": [1, 2]}', '{"a":[1,2]}'],
    ['plain', '"plain"'],
    ['say "hi"', '"say \\"hi\\""'],
    ['"\\u00e9"', '"é"'],
    ['"\\\\u0000"', '"\\\\u0000"'],
    ['"\\ud83d\\ude00"', '"😀"'],
    ['12345678901234567890', '12345678901234567000'],
    ['[0.10000000000000000001, -0, 1e-400]', '[0.1,0,0]'],
  ])('accepts %s', (text, expected) => {
    expect(castJson(text, place)).toBe(expected)
  })

  it.each(['"\\u0000"', '{"a\\u0000": 1}', '"\\\\\\u0000"', '"\\ud83d"', '["\\ude00"]', '"\\ude00\\ud83d"'])(
    'refuses %s, which a database may not be able to hold',
    (text) => {
      expect(() => castJson(text, place)).toThrow(/NUL characters and unpaired surrogates/)
    },
  )

  it.each(['1e400', '-1e400', '1'.repeat(400), '{"a": [1e309]}'])(
    'refuses %s, which is no number once it is read',
    (text) => {
      expect(() => castJson(text, place)).toThrow(/numbers of at most/)
    },
  )

  it('refuses documents that are nested too deeply', () => {
    const nested = (depth: number) => '['.repeat(depth) + ']'.repeat(depth)
    expect(castJson(nested(100), place)).toBe(nested(100))
    expect(() => castJson(nested(101), place)).toThrow(/at most 100 levels/)
    expect(() => castJson(nested(50_000), place)).toThrow(/at most 100 levels/)
    expect(castJson(JSON.stringify('['.repeat(200)), place)).toHaveLength(202)
  })
})
