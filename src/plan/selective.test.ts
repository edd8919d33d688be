import { describe, expect, it } from 'vitest'
import { related } from '../../test/support/related-condition.ts'
import { DOCUMENT_ID, ID, LOCALE, PUBLISHED_AT } from './columns.ts'
import { ALWAYS, allOf, anyOf, test } from './conditions.ts'
import type { Column, Condition, JsonTest, RelatedRows, Test } from './read-plan.ts'
import { isPlain, isSelective, listsIn, namesRows, readsJson, readsList, readsListsAgain } from './selective.ts'

const TITLE: Column = { name: 'title', kind: 'text' }
const FEATURED: Column = { name: 'featured', kind: 'boolean' }
const published = test(PUBLISHED_AT, { kind: 'isNull' }, true)
const english = test(LOCALE, { kind: 'eq', value: 'en' })
const word = (text: string): Test => ({ kind: 'contains', text, fold: false })

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

describe('values in JSON', () => {
  const json = (what: JsonTest, negated = false): Condition => {
    return { kind: 'json', column: { name: 'data', kind: 'json' }, segments: ['iso'], test: what, negated }
  }

  it('that are equal, in a list or contain a word are found in few rows', () => {
    const few: readonly JsonTest[] = [
      { kind: 'eq', value: 400 },
      { kind: 'has', values: ['a'] },
      { kind: 'contains', text: 'word', fold: false },
    ]
    expect(few.every((what) => isSelective(json(what)))).toBe(true)
    expect(isSelective(json({ kind: 'gt', value: 400 }))).toBe(false)
    expect(isSelective(json({ kind: 'eq', value: 400 }, true))).toBe(false)
  })

  it('are read by a condition of the row itself', () => {
    const item = json({ kind: 'gt', value: 400 })
    expect([item, allOf([english, item]), allOf([english, anyOf([item, published])])].every(readsJson)).toBe(true)
    expect([english, related(item)].some(readsJson)).toBe(false)
  })
})

describe('namesRows', () => {
  const id = (what: Test, negated = false) => test(ID, what, negated)

  it('is true where few ids, a documentId or a slug are given beside anything else', () => {
    const slug: Condition = { ...test(TITLE, { kind: 'eq', value: 'a' }), identifies: true } as Condition
    const document = test(DOCUMENT_ID, { kind: 'eq', value: 'a' })
    const conditions = [id({ kind: 'eq', value: 1 }), id({ kind: 'in', values: [1, 2] }), document, slug]
    expect(conditions.every((condition) => namesRows(allOf([published, english, condition])))).toBe(true)
  })

  it('is false for other values, for many, and inside an or', () => {
    const values = Array.from({ length: 11 }, (_, index) => index)
    const [one, other] = [id({ kind: 'eq', value: 1 }), test(TITLE, { kind: 'eq', value: 'a' })]
    const conditions = [other, id({ kind: 'eq', value: 1 }, true), id({ kind: 'in', values }), anyOf([one, other])]
    expect(conditions.some(namesRows)).toBe(false)
    expect(namesRows(related(one))).toBe(false)
  })
})

describe('listsIn', () => {
  it('counts lists inside one another', () => {
    const list = (condition: Condition) => related(condition, true)
    const deep = allOf([english, list(related(list(english)))])
    expect([english, list(english), deep, anyOf([list(english), english])].map(listsIn)).toEqual([0, 1, 2, 1])
    expect(listsIn({ kind: 'notTrue', item: deep })).toBe(2)
  })
})

describe('readsListsAgain', () => {
  const step = (isShared: boolean, toMany: boolean) => ({ isShared, toMany }) as RelatedRows

  it('is true where several rows lead to one, and it to a list', () => {
    const [toOne, list] = [step(true, false), step(false, true)]
    expect([readsListsAgain([toOne, list]), readsListsAgain([list, toOne, toOne, list])]).toEqual([true, true])
    expect([readsListsAgain([list, toOne]), readsListsAgain([toOne, toOne]), readsListsAgain([])]).toEqual([
      false,
      false,
      false,
    ])
    expect([readsListsAgain([toOne], true), readsListsAgain([list], true)]).toEqual([true, false])
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
