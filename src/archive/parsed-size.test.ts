import { describe, expect, it } from 'vitest'
import { LARGEST_PARSED, parsedSize } from './parsed-size.ts'

/** The size of 64 MB of this text. */
const sizeOf = (part: string) => 8 * parsedSize(part.repeat(Math.ceil((8 * 1024 * 1024) / part.length)))

describe('parsedSize', () => {
  it('exceeds the limit for a line of small objects or lists', () => {
    for (const part of ['{},', '[],', '{"a":1},']) {
      expect(sizeOf(part), part).toBeGreaterThan(LARGEST_PARSED)
    }
  })

  it('does not exceed it for texts, numbers and coordinates of the same length', () => {
    for (const part of ['<a href=\\"https://example.com\\">a word</a> ', '123456,', '[151.20930,-33.86880],']) {
      expect(sizeOf(part), part).toBeLessThan(LARGEST_PARSED)
    }
  })
})
