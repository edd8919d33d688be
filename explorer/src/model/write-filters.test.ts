import { describe, expect, it } from 'vitest'
import type { AllOf, FilterItem } from './query-model.ts'
import { readFilters } from './read-filters.ts'
import { writeFilters } from './write-filters.ts'

const compare = (name: string | null, ...values: readonly string[]): FilterItem => ({
  kind: 'compare',
  name,
  operator: '$eq',
  values,
})

describe('writeFilters', () => {
  it.each<[string, AllOf]>([
    ['a condition without a value', [compare('title')]],
    ['half of a range', [{ kind: 'compare', name: 'views', operator: '$between', values: ['1'] }]],
    ['a group of such', [{ kind: 'any', items: [[compare('title')], []] }]],
    ['a relation with none', [{ kind: 'at', name: 'author', items: [compare('name')] }]],
    ['a negation of none', [{ kind: 'not', items: [] }]],
  ])('does not write %s, which is not filled in yet', (_what, items) => {
    expect(writeFilters(items)).toBeNull()
    expect(writeFilters([...items, compare('title', 'a')])).toEqual({ title: { $eq: 'a' } })
  })

  it('lists what would meet under one key', () => {
    expect(writeFilters([compare('title', 'a'), compare('title', 'b')])).toEqual({
      $and: [{ title: { $eq: 'a' } }, { title: { $eq: 'b' } }],
    })
  })

  it('keeps conditions on the locale where they have their effect', () => {
    expect(writeFilters([compare('a', '1'), compare('a', '2'), compare('locale', 'fr')])).toEqual({
      locale: { $eq: 'fr' },
      $and: [{ a: { $eq: '1' } }, { a: { $eq: '2' } }],
    })
    const hidden = { $and: [{ locale: 'fr' }, { title: 'a' }] }
    expect(readFilters(hidden)).toEqual([{ kind: 'asWritten', key: '$and', value: hidden.$and }])
  })
})

describe('readFilters', () => {
  it.each([
    ['a text', 'x'],
    ['a list', ['x']],
    ['numbered texts', { 0: 'x' }],
  ])('leaves %s alone', (_what, raw) => {
    expect(readFilters(raw)).toBeNull()
  })

  it('keeps unknown operators, at their attribute', () => {
    expect(readFilters({ title: { $foo: 'x' } })).toEqual([
      { kind: 'at', name: 'title', items: [{ kind: 'asWritten', key: '$foo', value: 'x' }] },
    ])
  })
})
