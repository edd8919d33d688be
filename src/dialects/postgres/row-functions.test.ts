import { describe, expect, it } from 'vitest'
import { createColumnGuard } from './row-functions.ts'

const guard = createColumnGuard(new Map([['notes', ['rank']]]))

const guarded = (text: string) => guard({ text, values: [] }).text

describe('createColumnGuard', () => {
  it.each([
    ['select t0."rank" from "notes" as t0', 'with lectern_columns_0 as (select "rank" from "notes") '],
    [
      'with "a" as (select t0."rank" from "notes" as t0) select 1',
      'with lectern_columns_0 as (select "rank" from "notes"), ',
    ],
    [
      'with recursive "a" as (select t0."rank" from "notes" as t0) select 1',
      'with recursive lectern_columns_0 as (select "rank" from "notes"), ',
    ],
  ])('names the columns in a CTE: %s', (text, beginning) => {
    const rest = text.replace(/^with (recursive )?/, '')
    expect(guarded(text)).toBe(beginning + rest)
  })

  it('does not change other statements', () => {
    for (const text of [
      'select t0."title" from "notes" as t0',
      'select t0."rank" from "shelves" as t0',
      'delete from "notes"',
    ]) {
      expect(guarded(text)).toBe(text)
    }
  })
})
