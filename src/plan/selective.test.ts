import { describe, expect, it } from 'vitest'
import { LOCALE, PUBLISHED_AT } from './columns.ts'
import { ALWAYS, allOf, anyOf, test } from './conditions.ts'
import type { Column, Condition, Test } from './read-plan.ts'
import { isPlain, isSelective, readsList } from './selective.ts'

const TITLE: Column = { name: 'title', kind: 'text' }
const FEATURED: Column = { name: 'featured', kind: 'boolean' }
const published = test(PUBLISHED_AT, { kind: 'isNull' }, true)
const english = test(LOCALE, { kind: 'eq', value: 'en' })
const word = (text: string): Test => ({ kind: 'contains', text, fold: false })
const related = (condition: Condition, toMany = false): Condition => ({
  kind: 'exists',
  rows: {
    hop: { from: 'id', fromWhere: [], via: null, to: 'id', toWhere: [], notSelf: false },
    table: 'authors',
    condition,
    isShared: false,
  },
  orNone: { kind: 'no' },
  toMany,
})

describe('isPlain', () => {
  it('is true only for the choice of version and locale', () => {
    expect([ALWAYS, english, allOf([published, english])].every(isPlain)).toBe(true)
    expect(isPlain(allOf([published, english, test(TITLE, { kind: 'eq', value: 'a' })]))).toBe(false)
    expect(isPlain(related(published))).toBe(false)
  })
})

describe('isSelective', () => {
  const exact = test(TITLE, { kind: 'eq', value: 'a' })
  const wide = test(TITLE, { kind: 'gt', value: 'a' })

  it('is a matter of the test', () => {
    expect([exact, test(TITLE, word('abc'))].every(isSelective)).toBe(true)
    expect([wide, test(TITLE, word('ab')), english, published].some(isSelective)).toBe(false)
    expect(isSelective(test(TITLE, { kind: 'eq', value: 'a' }, true))).toBe(false)
    expect(isSelective(test(FEATURED, { kind: 'eq', value: true }))).toBe(false)
  })

  it('needs one of all, and all of any', () => {
    expect([isSelective(allOf([wide, exact])), isSelective(anyOf([wide, exact]))]).toEqual([true, false])
  })

  it('carries over from related rows', () => {
    expect([isSelective(related(allOf([published, exact]))), isSelective(related(wide))]).toEqual([true, false])
  })
})

describe('readsList', () => {
  const list = related(ALWAYS, true)

  it('is true where a row is tested by several others, however deep', () => {
    const none: Condition = { kind: 'none', rows: (list as Extract<Condition, { kind: 'exists' }>).rows }
    const inside = [list, related(related(list)), allOf([published, list]), anyOf([english, list]), none]
    expect(inside.every(readsList)).toBe(true)
    expect(readsList({ kind: 'notTrue', item: list })).toBe(true)
  })

  it('is false along relations to one', () => {
    expect([related(related(english)), allOf([published, english]), ALWAYS].some(readsList)).toBe(false)
  })
})
