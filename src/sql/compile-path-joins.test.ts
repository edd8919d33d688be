import { describe, expect, it } from 'vitest'
import { postgresDialectWith } from '../../test/support/postgres-dialect.ts'
import { sqliteDialect } from '../dialects/sqlite/dialect.ts'
import { BY_ID } from '../plan/by-id.ts'
import { ID } from '../plan/columns.ts'
import { ALWAYS, test } from '../plan/conditions.ts'
import type { Condition, OrderValue, ReadPlan, RelatedRows } from '../plan/read-plan.ts'
import type { Constant, Hop } from '../tables/tables.ts'
import { compileKeyedRows, type RowsOf } from './compile-keyed-rows.ts'
import { compileRead } from './compile-read.ts'
import { newScope } from './scope.ts'
import { render } from './sql.ts'

const postgres = postgresDialectWith({ foldingCollation: 'C' })
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

const LONG = test({ name: 'pages', kind: 'integer' }, { kind: 'gt', value: 9 })

const sorted = (
  through: readonly RelatedRows[],
  value: OrderValue = { kind: 'column', column: NAME },
  condition: Condition = ALWAYS,
  further: ReadPlan['order'] = [],
) => {
  const plan: Partial<ReadPlan> = {
    table: 'articles',
    condition,
    order: [{ through, value, direction: 'desc', nulls: 'last' }, ...further, BY_ID],
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

const grouped = (through: readonly RelatedRows[], nulls: boolean, of: RowsOf = ALWAYS) => {
  const key = { name: 'name', part: null, toMany: true, through, column: NAME }
  const keyed = { table: 'articles', rows: of, by: [key], measures: [], nulls }
  return render(compileKeyedRows(keyed, newScope(sqliteDialect)), sqliteDialect).text
}

describe('values along relations', () => {
  it('is sorted by without reading a list again for each row that leads to it', () => {
    const [sqlite, planned] = sorted([author, articles])
    expect(sqlite).toMatch(/ as t1 left join \(select k, v from .* over \(partition by k order by v desc nulls last\)/)
    expect(planned).toMatch(
      / as t1 left join \(with b as materialized \(select distinct on \(1\) .* order by 1, 2 desc nulls last\) select k, v from b\) as /,
    )
  })

  it('is found row by row where nothing would be read again', () => {
    for (const through of [[author, editor], [articles], [articles, editor]])
      expect(sorted(through)[0]).not.toContain('left join (')
  })

  it('is joined for a whole list where a subquery for each row may scan a table', () => {
    const joined = /left join \(with b as/
    expect(sorted([author])[1]).toMatch(joined)
    expect(sorted([author], undefined, LONG)[1]).toMatch(joined)
    expect(sorted([author], undefined, test(ID, { kind: 'eq', value: 1 }))[1]).not.toMatch(joined)
    expect(sorted([author, articles], undefined, test(ID, { kind: 'eq', value: 1 }))[1]).toMatch(joined)
  })

  it('is found row by row for keys beyond the tables that SQLite joins', () => {
    const key = { through: [author, articles], value: { kind: 'column', column: NAME }, direction: 'asc', nulls: null }
    const order = Array.from({ length: 70 }, () => key) as ReadPlan['order']
    for (const text of sorted([], undefined, LONG, order))
      expect(text.split('over (partition').length + text.split('distinct on').length).toBeLessThan(120)
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

  it('is that of the first row along relations to one, joined on PostgreSQL', () => {
    const path = { through: [author, editor], column: NAME }
    const by = [{ ...path, name: 'name', part: null, toMany: false }]
    const [sqlite, planned] = [sqliteDialect, postgres].map((dialect) => {
      const keyed = { table: 'articles', rows: LONG, by, measures: [path], nulls: true }
      return render(compileKeyedRows(keyed, newScope(dialect)), dialect).text
    })
    expect(sqlite).not.toContain('left join')
    expect(planned?.split(/ left join \(with b as materialized \(select distinct on \(1\) /)).toHaveLength(5)
    expect(planned).toMatch(/"near_id" in \(select id from w\).* order by 1, t\d+\."id"\) select k, v from b/)
  })

  it('is computed for the rows that match alone, and those that they lead to', () => {
    for (const text of sorted([author, articles], undefined, LONG)) {
      expect(text).toMatch(
        /with "?w"? as materialized \(select (t\d+)\."id" as id from "articles" as \1 where \1\."pages" > /,
      )
      expect(text).toMatch(/"near_id" in \(select id from "?w"?\)/)
      expect(text).toMatch(/"near_id" in \(select t\d+\."id" from "authors_lnk" .* in \(select id from "?w"?\)/)
    }
    for (const text of sorted([author], { kind: 'count', rows: articles }, LONG))
      expect(text.split(' in (select ')).toHaveLength(4)
    expect(sorted([articles], undefined, LONG)[0]).not.toContain(' in (select ')
    expect(grouped([author, articles], true, LONG)).toMatch(/^with "?w"? as .* in \(select id from "?w"?\)/)
    expect(grouped([author, articles], false, 'm')).toMatch(/^select distinct .* in \(select id from "?m"?\)/)
  })

  it('starts from the column that a step starts from', () => {
    const byColumn = { ...author, hop: { ...author.hop, from: 'author_id', via: null } }
    for (const text of sorted([byColumn, articles], undefined, LONG))
      expect(text).toMatch(
        /where (?:likelihood\()?t\d+\."id" in \(select (t\d+)\."author_id" from "articles" as \1 where \1\."id" in \(select id from "?w"?\)\)/,
      )
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
