import { describe, expect, it } from 'vitest'
import { envFunction } from './env-function.ts'

const env = envFunction({
  TEXT: 'a',
  EMPTY: '',
  INT: '12abc',
  FLOAT: '1.5',
  YES: 'true',
  ONE: '1',
  JSON: '{"a":[1]}',
  BROKEN: '{',
  LIST: '[a, "b", \'c d\']',
  DATE: '2024-07-01T12:00:00Z',
})

describe('env', () => {
  it('gives the variable, or the default where there is none', () => {
    expect(env('TEXT', 'b')).toBe('a')
    expect(env('EMPTY', 'b')).toBe('')
    expect(env('MISSING', 'b')).toBe('b')
    expect(env('MISSING')).toBeUndefined()
  })

  it('reads numbers', () => {
    expect(env.int('INT')).toBe(12)
    expect(env.int('MISSING', 3)).toBe(3)
    expect(env.float('FLOAT')).toBe(1.5)
    expect(env.int('TEXT')).toBeNaN()
  })

  it('takes only the text "true" for true', () => {
    expect(env.bool('YES')).toBe(true)
    expect(env.bool('ONE', true)).toBe(false)
    expect(env.bool('MISSING', true)).toBe(true)
  })

  it('reads JSON, and names the variable that is not', () => {
    expect(env.json('JSON')).toEqual({ a: [1] })
    expect(() => env.json('BROKEN')).toThrow('BROKEN')
  })

  it('reads lists with and without brackets and quotes', () => {
    expect(env.array('LIST')).toEqual(['a', 'b', 'c d'])
    expect(env.array('TEXT')).toEqual(['a'])
    expect(env.array('MISSING', ['x'])).toEqual(['x'])
  })

  it('reads dates', () => {
    expect(env.date('DATE')).toEqual(new Date(Date.UTC(2024, 6, 1, 12)))
  })

  it('takes one of several values, otherwise the default', () => {
    expect(env.oneOf('TEXT', ['a', 'b'], 'b')).toBe('a')
    expect(env.oneOf('TEXT', ['b', 'c'], 'b')).toBe('b')
    expect(() => env.oneOf('TEXT', [])).toThrow()
    expect(() => env.oneOf('TEXT', ['a'], 'z')).toThrow()
  })
})
