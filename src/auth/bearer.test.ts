import { describe, expect, it } from 'vitest'
import { bearerOf } from './bearer.ts'

describe('bearerOf', () => {
  it.each([
    ['Bearer abc', 'abc'],
    ['bearer abc', 'abc'],
    ['BEARER   abc ', 'abc'],
    ['Bearer', null],
    ['Bearer ', null],
    ['Bearer a b', null],
    ['Basic abc', null],
    ['Bearer,abc', null],
    ['abc', null],
    ['', null],
    [undefined, null],
  ])('%s', (header, credential) => {
    expect(bearerOf(header)).toBe(credential)
  })
})
