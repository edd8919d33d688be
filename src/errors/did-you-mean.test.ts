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

  it('takes no time for what is far too long to be meant', () => {
    const candidates = Array.from({ length: 100 }, (_, index) => `attribute${index}`)
    const begun = performance.now()
    expect(didYouMean('a'.repeat(1_000_000), candidates)).toBeNull()
    expect(performance.now() - begun).toBeLessThan(100)
  })
})
