import { describe, expect, it } from 'vitest'
import { postgresDialect } from '../dialects/postgres/dialect.ts'
import { sqliteDialect } from '../dialects/sqlite/dialect.ts'
import { BY_ID } from '../plan/by-id.ts'
import { ALWAYS } from '../plan/conditions.ts'
import type { OrderValue, ReadPlan, RelatedRows } from '../plan/read-plan.ts'
import type { Constant, Hop } from '../tables/tables.ts'
import { compileKeyedRows } from './compile-keyed-rows.ts'
import { compileRead } from './compile-read.ts'
import { newScope } from './scope.ts'
import { render } from './sql.ts'

const postgres = postgresDialect({ timeZone: null, foldingCollation: 'C', tellsJson: true, storesCounts: false })
const NAME = { name: 'name', kind: 'text' } as const

const hopTo = (table: string, where: readonly Constant[] = []): Hop => ({
  from: 'id',
  fromWhere: [],
  via: { table: `${table}_lnk`, near: 'near_id', far: 'far_id', where, order: null },
  to: 'id',
  toWhere: [],
  notSelf: false,
})

const rows = (table: string, isShared: boolean, toMany: boolean): RelatedRows => ({
  hop: hopTo(table),
  table,
  condition: ALWAYS,
  isShared,
  toMany,
})

const [author, articles, editor] = [
  rows('authors', true, false),
  rows('articles', false, true),
  rows('editors', true, false),
]

const sorted = (through: readonly RelatedRows[], value: OrderValue = { kind: 'column', column: NAME }) => {
  const plan: Partial<ReadPlan> = {
    table: 'articles',
    condition: ALWAYS,
    order: [{ through, value, direction: 'desc', nulls: 'last' }, BY_ID],
    start: 0,
    limit: 25,
    seek: null,
    count: false,
    facets: [],
    search: null,
    entry: { members: [] },
  }
  return [sqliteDialect, postgres].map((dialect) => compileRead(plan as ReadPlan, dialect).text)
}

const grouped = (through: readonly RelatedRows[], nulls: boolean) => {
  const key = { name: 'name', part: null, toMany: true, through, column: NAME }
  const keyed = { table: 'articles', rows: ALWAYS, by: [key], measures: [], nulls }
  return render(compileKeyedRows(keyed, newScope(sqliteDialect)), sqliteDialect).text
}

describe('what is at the end of a way', () => {
  it('is sorted by without reading a list again for each row that leads to it', () => {
    const [sqlite, planned] = sorted([author, articles])
    expect(sqlite).toMatch(/ as t1 left join \(select k, v from .* over \(partition by k order by v desc nulls last\)/)
    expect(planned).toMatch(/ as t1 left join \(select distinct on \(1\) .* order by 1, 2 desc nulls last\) as /)
  })

  it('is found row by row where nothing would be read again', () => {
    for (const through of [[author, editor], [articles], [articles, editor]])
      for (const text of sorted(through)) expect(text).not.toContain('left join (select ')
  })

  it('is counted once for each row that leads there', () => {
    for (const text of sorted([author], { kind: 'count', rows: articles }))
      expect(text).toMatch(/left join \(select (t\d+\."near_id") as k, count\(\*\) as v from .* group by \1\)/)
  })

  it('is grouped by as pairs of which none is there twice', () => {
    const all = grouped([author, articles], true)
    expect(all).toMatch(/ as t0 left join \(select distinct .* left join \(select distinct /)
    expect(grouped([author, articles], false)).toMatch(/ as t0 join \(select distinct .* join \(select distinct /)
    expect(grouped([articles], true)).not.toContain('(select distinct ')
  })

  it('is expected of many rows where links of one kind are read, so that SQLite makes an index of them', () => {
    const components = { ...articles, hop: hopTo('components', [{ column: 'field', equals: 'seo' }]) }
    const [sqlite, planned] = sorted([author, components])
    expect(sqlite).toMatch(/likelihood\(t\d+\."field" = 'seo', 0\.9\)/)
    expect(planned).not.toContain('likelihood')
  })

  it('is found row by row where a step depends on the row', () => {
    const others = { ...articles, hop: { ...hopTo('articles'), notSelf: true } }
    for (const text of sorted([author, others])) expect(text).not.toContain('left join (select ')
  })
})
