import { describe, expect, it, vi } from 'vitest'
import { DEFAULT_LIMITS } from '../config/limits.ts'
import * as words from '../vocabulary/words.ts'
import { parseSearch } from './parse-search.ts'

const { searchWords } = DEFAULT_LIMITS
const manyWords = (count: number, between = ' ') => Array.from({ length: count }, (_, at) => `w${at}`).join(between)

describe('words of a search', () => {
  it.each([' ', '-', '" "', '" -"'])('are counted with %j between them', (between) => {
    const wordsOf = (count: number) => parseSearch({ text: `"${manyWords(count, between)}"` }, DEFAULT_LIMITS).terms
    expect(wordsOf(searchWords).flatMap((term) => term.words)).toHaveLength(searchWords)
    expect(() => wordsOf(searchWords + 1)).toThrow(`The search has more than ${searchWords} words`)
  })

  it.each([' ', '-'])('are not looked at beyond the first that is too many: %j between them', (between) => {
    const found: number[] = []
    const { wordsIn } = words
    const spy = vi.spyOn(words, 'wordsIn').mockImplementation((...given) => {
      const result = wordsIn(...given)
      found.push(result.length)
      return result
    })
    try {
      expect(() => parseSearch({ text: manyWords(10_000, between) }, DEFAULT_LIMITS)).toThrow('more than')
    } finally {
      spy.mockRestore()
    }
    expect(found.reduce((sum, length) => sum + length, 0)).toBe(searchWords + 1)
  })
})
