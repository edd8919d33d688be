import { describe, expect, it } from 'vitest'
import { rowsOf } from './json-rows.ts'

const shown = (value: unknown, turned: ReadonlyMap<string, boolean> = new Map()) =>
  rowsOf(value, turned).map(({ depth, name, text, isOpen }) => `${depth} ${name}: ${text} ${isOpen}`)

describe('rowsOf', () => {
  it('opens the envelope and the first entry of a list', () => {
    const data = [{ id: 1 }, { id: 2, title: 'b' }, { id: 3 }, { id: 4 }]
    expect(shown({ data, meta: { pagination: { total: 4 } } })).toEqual([
      '0 data: 4 items true',
      '1 0:  true',
      '2 id: 1 null',
      '1 1: { title: "b", … } false',
      '1 2: { id: 3 } false',
      '1 3: { id: 4 } false',
      '0 meta:  true',
      '1 pagination:  true',
      '2 total: 4 null',
    ])
  })

  it('follows what the user opened or closed', () => {
    const rows = shown({ data: { id: 1 } }, new Map([['$/data', false]]))
    expect(rows).toEqual(['0 data: { id: 1 } false'])
  })

  it('shows long lists in parts', () => {
    const data = Array.from({ length: 60 }, (_, index) => index)
    expect(shown({ data })).toHaveLength(1 + 50 + 1)
    expect(shown({ data }).at(-1)).toBe('1 null: 10 more false')
    expect(shown({ data }, new Map([['$/data…', true]]))).toHaveLength(1 + 60)
  })

  it.each([
    ['"a text"', ['0 null: "a text" null']],
    ['null', ['0 null: null null']],
    ['[]', ['0 null: [ ] null']],
    ['{}', ['0 null: { } null']],
  ])('shows %s', (json, rows) => {
    expect(shown(JSON.parse(json))).toEqual(rows)
  })
})
