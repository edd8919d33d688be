import { describe, expect, it } from 'vitest'
import { related } from '../../test/support/related-condition.ts'
import { PUBLISHED_AT } from './columns.ts'
import { allOf, anyOf, test } from './conditions.ts'
import { compareByFewest } from './fewest-rows.ts'
import type { Column, Condition } from './read-plan.ts'

const TITLE: Column = { name: 'title', kind: 'text' }
const published = test(PUBLISHED_AT, { kind: 'isNull' }, true)

describe('compareByFewest', () => {
  const slug: Condition = { ...test(TITLE, { kind: 'eq', value: 'a' }), identifies: true } as Condition
  const name = test(TITLE, { kind: 'eq', value: 'a' })
  const choice: Condition = { ...name, isChoice: true } as Condition
  const number = test({ name: 'stars', kind: 'integer' }, { kind: 'eq', value: 5 })

  it('puts what names rows first, then equal texts', () => {
    const inOrder = [related(allOf([published, slug])), related(name), related(related(choice))]
    const sorted = (items: readonly Condition[]) => items.toSorted(compareByFewest)
    expect(sorted(inOrder)).toEqual(inOrder)
    expect(sorted(inOrder.toReversed())).toEqual(inOrder)
    const recurring = [
      choice,
      number,
      test(TITLE, { kind: 'contains', text: 'abc', fold: false }),
      anyOf([slug, number]),
      test(TITLE, { kind: 'in', values: ['a'] }),
    ]
    expect(recurring.map((item) => Math.sign(compareByFewest(related(name), related(item))))).toEqual([
      -1, -1, -1, -1, -1,
    ])
    expect(compareByFewest(related(choice), related(number))).toBe(0)
  })

  it('prefers what is not reached through lists', () => {
    expect(compareByFewest(related(slug, true), related(related(slug)))).toBeGreaterThan(0)
    expect(compareByFewest(related(slug, true), related(number))).toBeLessThan(0)
  })
})
