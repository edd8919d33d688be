import { describe, expect, it } from 'vitest'
import { didYouMean } from './did-you-mean.ts'

const NAMES = ['title', 'summary', 'publishDay', 'id']

describe('didYouMean', () => {
  it.each([
    ['titel', 'title'],
    ['tite', 'title'],
    ['titles', 'title'],
    ['TITLE', 'title'],
    ['publshDy', null],
    ['publishDa', 'publishDay'],
    ['i', 'id'],
    ['other', null],
    ['title', null],
  ])('%s: %s', (written, meant) => {
    expect(didYouMean(written, NAMES)).toBe(meant)
  })

  it('does not compare names that are much too long', () => {
    const compared: string[] = []
    const count = (_written: string, candidate: string) => compared.push(candidate)
    expect(didYouMean('a'.repeat(1_000_000), NAMES, count)).toBeNull()
    expect(compared).toEqual([])
    didYouMean('titel', NAMES, count)
    expect(compared).toEqual(['title'])
  })
})
