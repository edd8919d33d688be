import { describe, expect, it } from 'vitest'
import { ApiError } from './api-error.ts'
import { shortenText } from './shorten-texts.ts'

describe('shortenText', () => {
  it('does not change short texts', () => {
    expect(shortenText('a'.repeat(2_000))).toBe('a'.repeat(2_000))
  })

  it('keeps the beginning and the end of long texts', () => {
    expect(shortenText(`begin${'a'.repeat(900_000)}end`)).toMatch(/^begin(a+)…(a+)end$/)
    expect(shortenText('a'.repeat(900_000))).toHaveLength(1_201)
  })

  it.each([0, 1])('splits no surrogate pair, from %i on', (offset) => {
    const text = `${'-'.repeat(offset)}${'😀'.repeat(2_000)}${'-'.repeat(offset)}`
    expect(shortenText(text)).toMatch(/^-?(?:😀)+…(?:😀)+-?$/u)
  })
})

describe('ApiError', () => {
  it('shortens long names of the request', () => {
    const key = 'k'.repeat(900_000)
    const error = new ApiError('KEY_INVALID', {
      message: `Invalid key ${key} at author`,
      details: { key, path: [key, 1], errors: [{ [key]: key }], none: null },
    })
    expect(error.message).toMatch(/^Invalid key k+…k+ at author$/)
    expect(JSON.stringify(error.details).length).toBeLessThan(6_000)
    expect(error.details).toMatchObject({ path: [expect.any(String), 1], none: null })
  })
})
