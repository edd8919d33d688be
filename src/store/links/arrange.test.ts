import { expect, it } from 'vitest'
import { arrange } from './arrange.ts'

it('keeps a row that is both placed and removed, at its new place', () => {
  const entry = { kind: 'id', id: 1 } as const
  const placements = [{ at: 'end', rows: [1], neighbours: [], entry }] as const
  const change = { kind: 'change', placements, removed: [1, 2], strict: true } as const
  expect(arrange<number>([1, 2, 3], change)).toEqual([3, 1])
})
