import { expect, it } from 'vitest'
import type { Row } from '../execute/database.ts'
import type { Seek } from '../parse/parse-pagination.ts'
import { shownPage } from './cursor-page.ts'

const ROWS = [1, 2, 3].map((id) => [id, `{"id":${id}}`, `["${id}"]`])
const cursor = { order: 'o', values: ['0'] }
/** A page of so many rows on one side of a position. */
const pageOf = (rows: readonly Row[], limit: number, seek: Seek) =>
  shownPage(rows, { kind: 'cursor', limit, withCount: true, countCap: null, seek }, 'o')

const idsOf = (page: ReturnType<typeof shownPage>) => page.rows.map(([id]) => id)

it('a page shows as many rows as were asked for, from the side of the cursor', () => {
  const after = pageOf(ROWS, 2, { side: 'after', cursor })
  expect([idsOf(after), after.next === null, after.previous === null]).toEqual([[1, 2], false, false])
  const before = pageOf(ROWS, 2, { side: 'before', cursor })
  expect([idsOf(before), before.next === null, before.previous === null]).toEqual([[2, 3], false, false])
})

it('a list that is shown whole goes on nowhere', () => {
  const page = pageOf(ROWS, 3, { side: 'after', cursor: null })
  expect([idsOf(page), page.next, page.previous]).toEqual([[1, 2, 3], null, null])
})

it('an empty page has no neighbours: the entry of its cursor may be gone', () => {
  const nothing = [[null, null, null]]
  for (const side of ['after', 'before'] as const) {
    const page = pageOf(nothing, 2, { side, cursor })
    expect(page).toEqual({ rows: [], next: null, previous: null })
  }
})
