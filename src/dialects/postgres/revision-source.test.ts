import { describe, expect, it } from 'vitest'
import { revisionIn } from './revision-source.ts'

describe('revisionIn', () => {
  it('is the last column of the first row', () => {
    expect(
      revisionIn([
        ['{}', 7, '5:5:'],
        ['{}', 7, '5:5:'],
      ]),
    ).toBe('5:5:')
  })

  it('is null if there is no revision, or no row', () => {
    expect(revisionIn([['{}', 7, null]])).toBeNull()
    expect(revisionIn([])).toBeNull()
  })
})
