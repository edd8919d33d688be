import { describe, expect, it } from 'vitest'
import type { ColumnKind, Value } from '../../plan/read-plan.ts'
import { render, type Sql, sql } from '../../sql/sql.ts'
import { boundValue } from './bound-value.ts'
import { manyRows } from './many-rows.ts'
import { postgresSyntax } from './syntax.ts'

const stored = (value: Value, kind: ColumnKind) => boundValue(value, kind, 'UTC')
const written = (rows: readonly (readonly Sql[])[]) => render(manyRows(rows), postgresSyntax)

describe('rows of a bulk insert', () => {
  it('are one array per column, whatever the texts contain', () => {
    const texts = ['plain', '', 'null', 'a "quoted" \\ {text}, \n', null]
    const rows = texts.map((text, index) => [stored(index, 'id'), stored(text, 'text'), stored(0, 'datetime')])
    expect(written(rows)).toEqual({
      text: `select u."c0"::bigint, u."c1"::text, (u."c2"::timestamptz at time zone 'UTC') from unnest($1::text[], $2::text[], $3::text[]) as u ("c0", "c1", "c2")`,
      values: [
        '{"0","1","2","3","4"}',
        '{"plain","","null","a \\"quoted\\" \\\\ {text}, \n",null}',
        `{${texts.map(() => '"1970-01-01T00:00:00.000Z"').join()}}`,
      ],
    })
  })

  it('need no array for a column of nulls', () => {
    const rows = [1, 2].map((id) => [stored(null, 'json'), stored(id, 'id')])
    expect(written(rows)).toEqual({
      text: 'select null, u."c1"::bigint from unnest($1::text[]) as u ("c1")',
      values: ['{"1","2"}'],
    })
  })

  it.each<[string, readonly (readonly Sql[])[], string]>([
    ['differ in form', [[stored(1, 'integer')], [stored(1.5, 'integer')]], 'values ($1::bigint), ($2::numeric)'],
    ['are null throughout', [[sql`null`], [sql`null`]], 'values (null), (null)'],
    ['are not values', [[sql`now()`]], 'values (now())'],
    ['hold two values', [[sql`${stored(1, 'id')} + ${stored(2, 'id')}`]], 'values ($1::bigint + $2::bigint)'],
  ])('are bound value by value if they %s', (_, rows, text) => {
    expect(written(rows).text).toBe(text)
  })
})
