import { describe, expect, it } from 'vitest'
import { ALWAYS, allOf, anyOf, NEVER, test } from './conditions.ts'
import type { Condition } from './read-plan.ts'

const a = test({ name: 'a', kind: 'integer' }, { kind: 'eq', value: 1 })
const b = test({ name: 'b', kind: 'integer' }, { kind: 'eq', value: 2 })
const hop = { from: 'id', fromWhere: [], via: null, to: 'id', toWhere: [], notSelf: false }
const exists = (
  condition: Condition,
  orNone: Extract<Condition, { kind: 'exists' }>['orNone'] = { kind: 'no' },
): Condition => ({
  kind: 'exists',
  rows: { hop, table: 't', condition, isShared: false, toMany: true },
  orNone,
})

describe('conditions', () => {
  it('an empty "and" is true, an empty "or" is false', () => {
    expect(allOf([])).toEqual(ALWAYS)
    expect(anyOf([])).toEqual(NEVER)
  })

  it('constants decide or disappear', () => {
    expect(allOf([a, NEVER])).toEqual(NEVER)
    expect(allOf([a, ALWAYS])).toEqual(a)
    expect(anyOf([a, ALWAYS])).toEqual(ALWAYS)
    expect(anyOf([a, NEVER])).toEqual(a)
  })

  it('two lookups of one relation under "or" are one', () => {
    expect(anyOf([exists(a), exists(b)])).toEqual(exists(anyOf([a, b])))
  })

  it('which is also true without rows when either is', () => {
    const none = { kind: 'yes', among: ALWAYS } as const
    expect(anyOf([exists(a), exists(b, none)])).toEqual(exists(anyOf([a, b]), none))
  })

  it('and so are many, in their order, beside others that stay', () => {
    const none = { kind: 'yes', among: ALWAYS } as const
    expect(anyOf([exists(a), b, exists(b), exists(a, none)])).toEqual(anyOf([exists(anyOf([a, b, a]), none), b]))
  })

  it('but not under "and": they may speak of two rows', () => {
    expect(allOf([exists(a), exists(b)])).toEqual({ kind: 'and', items: [exists(a), exists(b)] })
  })
})
