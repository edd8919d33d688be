import { describe, expect, it } from 'vitest'
import { COMMON_SYNTAX } from '../../sql/common-syntax.ts'
import { render, type Sql } from '../../sql/sql.ts'
import type { Store } from '../store.ts'
import type { Link } from './link-table.ts'
import { type Places, reorderLinks } from './reorder-links.ts'

const LINK: Link = { table: 'lnk', near: 'n', far: 'f', order: 'o', otherOrder: null, where: [] }

/** The statements that move the rows of `before` to the places of `after`. */
async function statementsFor(before: Places, after: readonly number[], link = LINK) {
  const run: Sql[] = []
  const store = { run: async (statement: Sql) => [void run.push(statement)].slice(1) } as unknown as Store
  const placed = after.map((far, index) => ({ far, order: index + 1 }))
  await reorderLinks({ store, link, near: 7 }, before, placed)
  return run.map((statement) => render(statement, { ...COMMON_SYNTAX, placeholder: () => '?' }))
}

const rows = (length: number) => Array.from({ length }, (_, index) => index + 1)
const placesOf = (list: readonly number[]): Places => new Map(list.map((far, index) => [far, index + 1]))

describe('reorderLinks', () => {
  it('moves all rows behind a new one in one statement', async () => {
    const statements = await statementsFor(placesOf(rows(500)), [1_000, ...rows(500)])
    expect(statements).toEqual([
      {
        text: `update "lnk" set "o" = "o" + ? where "n" = ? and "f" in (${rows(500).map(() => '?')})`.replaceAll(
          '?,',
          '?, ',
        ),
        values: [1, 7, ...rows(500)],
      },
    ])
  })

  it('names no more rows in one statement than databases take values', async () => {
    const statements = await statementsFor(placesOf(rows(12_000)), [20_000, ...rows(12_000)])
    expect(statements.map(({ values }) => values.length)).toEqual([5_002, 5_002, 2_002])
  })

  it('leaves rows that keep their places', async () => {
    expect(await statementsFor(placesOf([3, 1, 2]), [3, 1, 2, 9])).toEqual([])
  })

  it('sets the place of a row that has none, or half a one', async () => {
    const before: Places = new Map([[4, null], [5, 1.5]]) // biome-ignore format: pairs
    const statements = await statementsFor(before, [4, 5])
    expect(statements.map(({ text, values }) => [text.includes('"o" = ?'), values])).toEqual([
      [true, [1, 7, 4]],
      [true, [2, 7, 5]],
    ])
  })

  it('does nothing where the links have no order', async () => {
    expect(await statementsFor(placesOf([1, 2]), [2, 1], { ...LINK, order: null })).toEqual([])
  })
})
