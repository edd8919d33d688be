import { describe, expect, it } from 'vitest'
import { LARGEST_PARSED, parsedSize } from './parsed-size.ts'

const repeated = (part: string, characters: number) => part.repeat(Math.ceil(characters / part.length))
const LONGEST = 64 * 1024 * 1024

describe('parsedSize', () => {
  it('is beyond the largest for a line of nothing but small objects or lists', () => {
    for (const part of ['{},', '[],', '{"a":1},']) {
      expect(parsedSize(repeated(part, LONGEST)), part).toBeGreaterThan(LARGEST_PARSED)
    }
  })

  it('is not for texts, numbers and coordinates of the same length', () => {
    for (const part of ['<a href=\\"https://example.com\\">a word</a> ', '123456,', '[151.20930,-33.86880],']) {
      expect(parsedSize(repeated(part, LONGEST)), part).toBeLessThan(LARGEST_PARSED)
    }
  })
})
