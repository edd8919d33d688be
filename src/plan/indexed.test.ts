import { describe, expect, it } from 'vitest'
import type { TableIndex } from '../tables/tables.ts'
import { LOCALE, PUBLISHED_AT } from './columns.ts'
import { allOf, anyOf, test } from './conditions.ts'
import { isIndexed } from './indexed.ts'
import type { Condition } from './read-plan.ts'

const published = test(PUBLISHED_AT, { kind: 'isNull' }, true)
const english = test(LOCALE, { kind: 'eq', value: 'en' })
const popular = test({ name: 'views', kind: 'integer' }, { kind: 'gt', value: 10 })
const called = test({ name: 'title', kind: 'text' }, { kind: 'eq', value: 'a' })

const index = (columns: string, rows: TableIndex['rows'] = 'all'): TableIndex => ({
  table: 'articles',
  columns: columns.split(' '),
  rows,
  words: null,
})

const hasIt = (condition: Condition, ...indexes: readonly TableIndex[]) => isIndexed(condition, indexes)

describe('isIndexed', () => {
  const condition = allOf([published, english, popular])

  it('needs an index with every column that is asked about', () => {
    expect(hasIt(condition, index('views locale published_at'))).toBe(true)
    expect(hasIt(condition, index('views locale'))).toBe(false)
    expect(hasIt(condition, index('views published_at'), index('locale published_at'))).toBe(false)
    expect(hasIt(allOf([condition, called]), index('views locale published_at'))).toBe(false)
    expect(hasIt(anyOf([popular, called]), index('title views'))).toBe(true)
    expect(hasIt(condition)).toBe(false)
  })

  it('takes one of some rows only where those are all that is asked for', () => {
    expect(hasIt(condition, index('views locale', 'published'))).toBe(true)
    expect(hasIt(condition, index('views locale', 'drafts'))).toBe(false)
    expect(hasIt(condition, index('views locale published_at', 'some'))).toBe(false)
    expect(hasIt(allOf([english, popular]), index('views locale', 'published'))).toBe(false)
    expect(hasIt(anyOf([published, popular]), index('views', 'published'))).toBe(false)
  })

  it('does not take one that begins with something else', () => {
    expect(hasIt(condition, index('title views locale published_at'))).toBe(false)
  })

  it('does not take one of words, which has no values', () => {
    expect(hasIt(called, { ...index('title'), words: 'exact' })).toBe(false)
  })

  it('does not matter for text searches', () => {
    const about = test({ name: 'title', kind: 'text' }, { kind: 'contains', text: 'a', fold: false })
    expect(hasIt(allOf([english, about]), index('title locale'))).toBe(false)
  })

  it('does not matter where other rows are involved', () => {
    const other: Condition = {
      kind: 'version',
      version: { table: 'articles', published: false, sameLocale: true, updated: null },
      exists: true,
    }
    expect(hasIt(allOf([condition, other]), index('views locale published_at'))).toBe(false)
  })
})
