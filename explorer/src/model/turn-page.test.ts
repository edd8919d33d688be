import { describe, expect, it } from 'vitest'
import { EMPTY, NO_PAGINATION, sortKey } from './query-model.ts'
import { pageTurns, withOwnCursor } from './turn-page.ts'

const data = (length: number) => Array.from({ length }, () => ({}))
const turns = (pagination: object, rows = 10) =>
  pageTurns({ data: data(rows), meta: { pagination } }, { ...NO_PAGINATION, size: '10' })

describe('pageTurns', () => {
  it('goes by pages', () => {
    expect(turns({ page: 2, pageSize: 10, pageCount: 3, total: 25 })).toEqual({
      text: '11 to 20',
      previous: { ...NO_PAGINATION, size: '10', from: '1' },
      next: { ...NO_PAGINATION, size: '10', from: '3' },
    })
    expect(turns({ page: 3, pageSize: 10, pageCount: 3, total: 25 }, 5)).toMatchObject({ text: '21 to 25', next: null })
  })

  it('goes by offset, not before the start', () => {
    const found = turns({ start: 5, limit: 10, total: 25 })
    expect([found?.previous?.from, found?.next?.from, found?.next?.style]).toEqual(['0', '15', 'offset'])
  })

  it('goes on after a full page where nothing was counted', () => {
    expect(turns({ page: 1, pageSize: 10 })?.next?.from).toBe('2')
    expect(turns({ page: 1, pageSize: 10 }, 9)).toBeNull()
  })

  it('goes on after a full page where counting stopped', () => {
    expect(turns({ page: 3, pageSize: 10, total: 30, totalIs: 'atLeast' })?.next?.from).toBe('4')
    expect(turns({ page: 3, pageSize: 10, total: 30, totalIs: 'exact' })?.next).toBeNull()
  })

  it('follows cursors', () => {
    const asked = { ...NO_PAGINATION, style: 'cursor', size: '10' } as const
    const found = pageTurns({ data: data(10), meta: { pagination: { limit: 10, next: 'n', previous: 'p' } } }, asked)
    expect(found).toEqual({
      text: '10 here',
      previous: { ...asked, side: 'before', from: 'p' },
      next: { ...asked, side: 'after', from: 'n' },
    })
    const only = { data: data(2), meta: { pagination: { limit: 10, next: null, previous: null } } }
    expect(pageTurns(only, asked)).toBeNull()
  })

  it('is not there for one page, and for what has none', () => {
    expect(turns({ page: 1, pageSize: 10, total: 10 })).toBeNull()
    expect(pageTurns({ data: {} }, NO_PAGINATION)).toBeNull()
    expect(pageTurns('text', NO_PAGINATION)).toBeNull()
  })
})

describe('withOwnCursor', () => {
  const cursor = { ...NO_PAGINATION, style: 'cursor', side: 'before', from: 'c', size: '5' } as const
  const walked = { ...EMPTY, pagination: cursor }

  it('starts at the first page in another order', () => {
    const sorted = withOwnCursor({ ...walked, sort: [sortKey('title')] }, walked)
    expect(sorted.pagination).toEqual({ ...cursor, side: 'after', from: '' })
  })

  it('stays where it is otherwise', () => {
    expect(withOwnCursor({ ...walked, search: 'x' }, walked).pagination).toBe(cursor)
    const numbered = { ...EMPTY, pagination: { ...NO_PAGINATION, from: '2' } }
    expect(withOwnCursor({ ...numbered, sort: [sortKey('title')] }, numbered).pagination.from).toBe('2')
  })
})
