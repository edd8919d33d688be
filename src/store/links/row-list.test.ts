import fc from 'fast-check'
import { expect, it } from 'vitest'
import { randomRuns } from '../../../test/support/random-runs.ts'
import { createRowList } from './row-list.ts'

const row = fc.nat({ max: 11 })
const rowsOf = (maxLength: number) => fc.uniqueArray(row, { maxLength })
const step = fc.record({
  at: fc.constantFrom('remove' as const, 'first' as const, 'last' as const, 'before' as const, 'after' as const),
  rows: rowsOf(3),
  neighbours: rowsOf(3),
})

type Step = typeof step extends fc.Arbitrary<infer S> ? S : never

/** As it is meant, on an array. */
function changed(list: readonly number[], { at, rows, neighbours }: Step): readonly number[] {
  const others = list.filter((each) => !rows.includes(each))
  if (at === 'remove') return others
  const places = neighbours.map((each) => others.indexOf(each)).filter((index) => index !== -1)
  if (at === 'first') return [...rows, ...others]
  if (at === 'last') return [...others, ...rows]
  if (places.length === 0) return others
  return others.toSpliced(at === 'before' ? Math.min(...places) : Math.max(...places) + 1, 0, ...rows)
}

it('is what an array would be after the same changes', () => {
  fc.assert(
    fc.property(rowsOf(8), fc.array(step, { maxLength: 12 }), (start, steps) => {
      const list = createRowList(start)
      let expected: readonly number[] = start
      for (const one of steps) {
        const { at, rows, neighbours } = one
        for (const each of rows) list.remove(each)
        if (at === 'first') list.placeFirst(rows)
        if (at === 'last') list.placeLast(rows)
        const near = neighbours.some((each) => expected.includes(each) && !rows.includes(each))
        if (at === 'before') expect(list.placeBefore(neighbours, rows)).toBe(near)
        if (at === 'after') expect(list.placeAfter(neighbours, rows)).toBe(near)
        expected = changed(expected, one)
        expect(list.inOrder()).toEqual(expected)
      }
    }),
    { numRuns: randomRuns(300) },
  )
})

it('has every row once', () => {
  const list = createRowList([1, 2, 1])
  list.placeLast([2, 3, 3])
  expect(list.inOrder()).toEqual([1, 2, 3])
})

it('takes many changes of a long list', () => {
  const length = 100_000
  const list = createRowList(Array.from({ length }, (_, index) => index))
  for (let added = length; added < 2 * length; added += 1) list.placeBefore([length / 2], [added])
  expect(list.inOrder()).toHaveLength(2 * length)
})
