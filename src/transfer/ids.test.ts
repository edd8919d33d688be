import { describe, expect, it } from 'vitest'
import { createIds } from './ids.ts'

describe('ids', () => {
  it('are kept', () => {
    const ids = createIds(new Map([['a', 900_000]]))
    expect([7, 1, 900_000].map((id) => ids.claim('a', id))).toEqual([7, 1, 900_000])
    expect(ids.of('a', 7)).toEqual([7])
  })

  it('of one type are not those of another', () => {
    const ids = createIds(new Map())
    ids.claim('a', 7)
    expect(ids.of('b', 7)).toEqual([])
    expect(ids.of('a', 8)).toEqual([])
  })

  it('that are taken, or no ids, are replaced by higher ones', () => {
    const ids = createIds(new Map([['a', 10]]))
    expect([7, 7, null, -1, 2 ** 31, 10].map((id) => ids.claim('a', id))).toEqual([7, 11, 12, 13, 14, 10])
    expect(ids.of('a', 7)).toEqual([7, 11])
    expect(ids.of('a', 2 ** 31)).toEqual([14])
  })
})
