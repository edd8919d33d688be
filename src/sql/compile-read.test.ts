import { describe, expect, it } from 'vitest'
import { postgresDialectWith } from '../../test/support/postgres-dialect.ts'
import { sqliteDialect } from '../dialects/sqlite/dialect.ts'
import { BY_ID } from '../plan/by-id.ts'
import { DOCUMENT_ID, ID, LOCALE } from '../plan/columns.ts'
import { ALWAYS, allOf, anyOf, test } from '../plan/conditions.ts'
import type { Column, Condition, OrderKey, ReadPlan, Related } from '../plan/read-plan.ts'
import type { Hop } from '../tables/tables.ts'
import { compileRead } from './compile-read.ts'

const TITLE: Column = { name: 'title', kind: 'text' }
const VIEWS: Column = { name: 'views', kind: 'integer' }
const BY_TITLE: OrderKey = { through: [], value: { kind: 'column', column: TITLE }, direction: 'asc', nulls: null }
const english = test(LOCALE, { kind: 'eq', value: 'en' })
const many = test(VIEWS, { kind: 'gt', value: 10 })
const called = (text: string) => test(TITLE, { kind: 'eq', value: text })

const hopTo = (table: string): Hop => ({
  from: 'id',
  fromWhere: [],
  via: { table: `articles_${table}_lnk`, near: 'article_id', far: `${table}_id`, where: [], order: null },
  to: 'id',
  toWhere: [],
  notSelf: false,
})

type Exists = Extract<Condition, { kind: 'exists' }>

const related = (table: string, condition: Condition, toMany = true): Exists => ({
  kind: 'exists',
  rows: {
    hop: hopTo(table),
    table,
    condition,
    isShared: false,
    toMany,
  },
  orNone: { kind: 'no' },
})

const shared = (table: string, condition: Condition): Exists => {
  const exists = related(table, condition)
  return { ...exists, rows: { ...exists.rows, isShared: true } }
}

const threeTags: Condition = {
  kind: 'counted',
  rows: [{ hop: hopTo('tags'), table: 'tags', condition: ALWAYS, isShared: false, toMany: true }],
  test: { kind: 'gte', value: 3 },
  negated: false,
}

const NO_TAGS: Related = { as: 'list', arms: [], place: null, page: null }

const compile = (plan: Partial<ReadPlan>, dialect = sqliteDialect) =>
  compileRead(
    {
      table: 'articles',
      condition: english,
      order: [BY_ID],
      start: 0,
      limit: 25,
      seek: null,
      count: true,
      countCap: null,
      facets: [],
      search: null,
      indexed: false,
      entry: { members: [{ key: 'id', value: { kind: 'column', column: ID } }] },
      ...plan,
    },
    dialect,
  )

const postgres = postgresDialectWith({ foldingCollation: 'C' })

const times = (text: string, part: string) => text.split(part).length - 1

describe('compileRead', () => {
  it('says the length of a page in the text, and binds where a later one begins', () => {
    const [first, later] = [compile({}), compile({ start: 50 })]
    expect([first.text.includes(' limit 25)'), first.values]).toEqual([true, ['en', 'en']])
    expect([later.text.includes(' limit 25 offset ?)'), later.values]).toEqual([true, ['en', 'en', 50]])
  })

  it('reads the rows of the first page by ids once, and looks up those of any other', () => {
    const descending: OrderKey = { ...BY_ID, direction: 'desc' }
    const looksUp = (plan: Partial<ReadPlan>) =>
      [sqliteDialect, postgres].map((dialect) => compile(plan, dialect).text.includes(' = p.id'))
    expect([looksUp({}), looksUp({ count: false })]).toEqual([
      [false, false],
      [false, false],
    ])
    const others: readonly Partial<ReadPlan>[] = [
      { start: 50 },
      { order: [descending] },
      { order: [BY_TITLE, BY_ID] },
      { condition: many },
      { entry: { members: [{ key: 'tags', value: { kind: 'related', related: NO_TAGS } }] } },
    ]
    for (const plan of others) expect(looksUp(plan)).toEqual([true, true])
  })

  it('gathers rows once where they are filtered and sorted, or few, or take long to test', () => {
    const isOnePass = (plan: Partial<ReadPlan>) => compile(plan).text.startsWith('with m as materialized (')
    const sorted = [BY_TITLE, BY_ID]
    const longInJson: Condition = {
      kind: 'json',
      column: { name: 'data', kind: 'json' },
      segments: ['pages'],
      test: { kind: 'gt', value: 9 },
      negated: false,
    }
    expect(isOnePass({ condition: allOf([english, many]), order: sorted })).toBe(true)
    expect(isOnePass({ condition: allOf([english, called('a')]) })).toBe(true)
    expect(isOnePass({ condition: allOf([english, many]) })).toBe(false)
    expect(isOnePass({ condition: allOf([english, longInJson]) })).toBe(true)
    expect(isOnePass({ order: sorted })).toBe(false)
    expect(isOnePass({ condition: allOf([english, many]), order: sorted, indexed: true })).toBe(false)
    expect(isOnePass({ condition: allOf([english, many]), order: sorted, count: false })).toBe(false)
  })

  it('gathers no more rows than a capped total counts', () => {
    const capped = (plan: Partial<ReadPlan>) =>
      compile({ condition: allOf([english, many]), countCap: 10, ...plan }).text
    for (const text of [capped({}), capped({ order: [BY_TITLE, BY_ID] }), capped({ start: 50 })]) {
      expect(text).toMatch(
        /^with m as materialized \(select [^()]*\([^()]*\) limit 11\), n as materialized \(select count\(\*\) as total from m\)/,
      )
      expect([times(text, '(select total from n) <= 10 '), times(text, '(select total from n) > 10 ')]).toEqual([1, 1])
    }
    expect(capped({ indexed: true })).not.toContain('with m')
    expect(capped({ condition: english })).not.toContain('with m')
  })
})

describe('sets of related rows', () => {
  it('finds rows through one set of related ones', () => {
    const condition = allOf([english, related('authors', called('Ada')), related('tags', called('new'))])
    const { text } = compile({ condition })
    expect([times(text, '"id" in (select'), times(text, 'exists (')]).toEqual([1, 1])
    expect(text).toContain('from "authors" as t1 cross join "articles_authors_lnk" as t2')
  })

  it('finds rows through the set that is probably smallest', () => {
    const slug: Condition = { ...called('ada'), identifies: true } as Condition
    const five = related('reviews', test(VIEWS, { kind: 'eq', value: 5 }))
    const conditions = [related('tags', called('new')), related('authors', slug), five]
    for (const first of conditions) {
      const condition = allOf([english, first, ...conditions.filter((other) => other !== first)])
      for (const dialect of [sqliteDialect, postgres])
        expect(compile({ condition }, dialect).text).toMatch(
          /"id" (in \(|= any \(array\()select t\d+\."article_id" from "authors"/,
        )
    }
  })

  it('finds the entries of components, whether links or components are better read first', () => {
    const lines = related('lines', related('products', called('new')))
    const where = [
      { column: 'field', equals: 'lines' },
      { column: 'component_type', equals: 'shop.line' },
    ]
    const via = { table: 'articles_cmps', near: 'entity_id', far: 'cmp_id', where, order: 'order' }
    const rows = { ...lines.rows, hop: { ...lines.rows.hop, via } }
    const { text } = compile({ condition: allOf([english, { ...lines, rows }]) })
    expect(text).toContain('"id" in (select t2."entity_id" from "lines" as t1 join "articles_cmps" as t2 on')
    expect(text).toContain(`likelihood(t2."component_type" = 'shop.line', 0.9) and t1."id" in (select `)
    expect(text).not.toContain('exists (')
  })

  it('makes no set of what is in JSON unless rows share it', () => {
    const inJson: Condition = {
      kind: 'json',
      column: { name: 'data', kind: 'json' },
      segments: [],
      test: { kind: 'eq', value: 1 },
      negated: false,
    }
    expect(compile({ condition: allOf([english, shared('tags', inJson)]) }).text).toContain('"id" in (select')
    expect(compile({ condition: allOf([english, related('reviews', inJson)]) }).text).not.toContain(' in (select')
  })

  it('goes from the words that were found to their rows', () => {
    const index = { name: 'lectern_words_articles_0', table: 'articles', versions: false, columns: ['title'] }
    const terms = [{ words: ['lantern'], excluded: false, prefix: false }]
    const columns = [{ number: 0, name: 'title', weight: 1 }]
    const words = { index, rows: 'all' as const, terms, columns, scored: false }
    const { text } = compile({ condition: english, search: { words, shown: null } })
    expect(text).toContain('from f cross join "articles" as t0 where ')
    expect(text).toContain(' and t0."id" = f."id")')
    const planned = compile({ condition: english, search: { words, shown: null } }, postgres).text
    const many = 'exists (select 1 from f limit 1 offset 1000)'
    expect(planned).toContain(
      `t0."id" = f."id" and t0."id" = any (array(select f."id" from f)) and not ${many} union all `,
    )
    expect(planned).toContain(`t0."id" = f."id" and ${many})`)
  })

  it('counts links where it looks at those of all rows, or can tell at once that each leads to a row', () => {
    const links = (condition: Condition, dialect = sqliteDialect) =>
      compile({ condition }, dialect).text.match(/then exists \(select 1 from "articles_tags_lnk" as t\d+ where/g)
        ?.length ?? 0
    expect(links(allOf([english, threeTags]))).toBe(1)
    expect(links(allOf([english, many, threeTags]))).toBe(0)
    expect(links(allOf([english, many, threeTags]), postgres)).toBe(2)
  })

  it('leaves to the planner what it does well', () => {
    const ada = related('authors', called('Ada'))
    const found = compile({ condition: allOf([english, ada]) }, postgres).text
    expect([found.includes('= any (array(select'), times(found, 'exists (')]).toEqual([true, 0])
    const either = compile({ condition: allOf([english, anyOf([many, ada])]) }, postgres).text
    expect([either.includes('= any (array(select'), times(either, 'exists (')]).toEqual([false, 2])
  })

  it('looks rows up in a set beside another condition', () => {
    const condition = allOf([english, anyOf([many, related('authors', called('Ada'))])])
    expect(compile({ condition }).text).toContain('or +t0."id" in (select')
  })

  it('asks every row where most related ones may match, unless few are in the range', () => {
    const { text } = compile({ condition: allOf([english, related('authors', many)]) })
    expect(text.split(/ case when .+? <= 4000 then \+t\d+\."id" in \(select .+? else exists \(/)).toHaveLength(3)
    expect([times(text, ' in (select'), times(text, 'exists (')]).toEqual([2, 2])
  })
})

describe('lists of rows that many share', () => {
  it('are read once', () => {
    const withMany = related('articles', many)
    const byProlific = shared('authors', withMany)
    const textOf = (condition: Condition, dialect = sqliteDialect) =>
      compile({ condition: allOf([english, condition]), count: false }, dialect).text
    const set = '+t0."id" in (select '
    expect(textOf(byProlific)).toContain(set)
    expect(textOf(anyOf([byProlific, many]))).toContain(set)
    expect(textOf(allOf([related('tags', called('new')), byProlific]))).toContain(set)
    expect(textOf({ ...byProlific, orNone: { kind: 'yes', among: english } })).toMatch(
      /\+t0\."id" in \(select .* or not exists \(/,
    )
    expect(textOf({ kind: 'none', rows: byProlific.rows })).toContain(`not coalesce(${set}`)
    for (const other of [related('authors', withMany), shared('authors', related('cities', many, false))])
      expect(textOf(other).split(' else ')[1]).not.toContain(' in (select ')
    expect(textOf(byProlific, postgres)).toMatch(/ t0\."id" in \(select .* offset 0\)/)
  })

  it('are read once wherever they are tested, level by level', () => {
    const twice = shared('authors', shared('articles', shared('authors', related('articles', many))))
    const setsIn = (condition: Condition) => times(compile({ condition, count: false }).text, ' in (select ')
    const rows = [related('tags', twice).rows]
    const conditions: readonly Condition[] = [
      twice,
      related('tags', twice),
      { kind: 'notTrue', item: twice },
      { kind: 'counted', rows, test: { kind: 'gte', value: 3 }, negated: false },
    ]
    expect(conditions.map(setsIn)).toEqual([3, 3, 3, 3])
    const list: Related = {
      as: 'list',
      place: null,
      page: null,
      arms: [{ rows: related('tags', twice).rows, order: [], shape: { members: [] } }],
    }
    const entry = { members: [{ key: 'tags', value: { kind: 'related', related: list } }] } as const
    expect(times(compile({ entry }).text, ' in (select ')).toBe(3)
  })

  it('are read for the one row that is named, up to the lists that many of its related rows share', () => {
    const named = (condition: Condition, dialect = sqliteDialect) =>
      compile({ condition: allOf([test(DOCUMENT_ID, { kind: 'eq', value: 'a' }), condition]), count: false }, dialect)
        .text
    const byProlific = shared('authors', related('articles', many))
    for (const dialect of [sqliteDialect, postgres]) {
      expect(named(byProlific, dialect)).not.toContain(' in (select ')
      expect(named({ kind: 'none', rows: byProlific.rows }, dialect)).not.toContain(' in (select ')
      expect(times(named(related('articles', shared('authors', related('tags', many))), dialect), ' in (select ')).toBe(
        1,
      )
    }
    expect(named(related('tags', called('new')))).not.toContain(' in (select ')
    expect(named(related('tags', related('articles', called('new'))))).toContain('+t0."id" in (select ')
  })

  it('distinguishes the relations of one link table in a set', () => {
    const exists = shared('articles', related('tags', many))
    const { hop } = exists.rows
    const via = {
      table: 'files_mph',
      near: 'related_id',
      far: 'file_id',
      where: [{ column: 'field', equals: 'cover' }],
      order: null,
    }
    const among = (change: Partial<Hop>): Condition => ({
      ...exists,
      rows: { ...exists.rows, hop: { ...hop, ...change } },
    })
    const textOf = (condition: Condition) => compile({ condition, count: false }).text
    expect(textOf(among({ via }))).toMatch(
      / in \(select t\d+\."related_id" from .* where .*t\d+\."field" = 'cover'.* and /,
    )
    const morph = among({ fromWhere: [{ column: 'target_type', equals: 'api::a.a' }] })
    expect(textOf(morph)).toMatch(/\(t0\."target_type" = 'api::a.a' and \+t0\."id" in \(select /)
    expect(textOf(among({ notSelf: true }))).not.toContain(' in (select ')
  })
})
