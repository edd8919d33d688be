import BetterSqlite3 from 'better-sqlite3'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { postgresDialectWith } from '../../test/support/postgres-dialect.ts'
import { sqliteDialect } from '../dialects/sqlite/dialect.ts'
import { allOf, anyOf, test } from '../plan/conditions.ts'
import { pathToRange } from '../plan/ranged-rows.ts'
import type { Condition } from '../plan/read-plan.ts'
import { compileCondition } from './compile-condition.ts'
import { compileRanged } from './compile-ranged.ts'
import { compileWhere } from './compile-where.ts'
import { newScope } from './scope.ts'
import { render } from './sql.ts'

const NUMBER = { name: 'number', kind: 'integer' } as const
const above = (value: number) => test(NUMBER, { kind: 'gt', value })
const called = test({ name: 'name', kind: 'text' }, { kind: 'eq', value: 'a' })

type Exists = Extract<Condition, { kind: 'exists' }>

const related = (from: string, to: string, condition: Condition): Exists => ({
  kind: 'exists',
  rows: {
    hop: {
      from: 'id',
      fromWhere: [],
      via: { table: `${from}_${to}`, near: `${from}_id`, far: `${to}_id`, where: [], order: null },
      to: 'id',
      toWhere: [],
      notSelf: false,
    },
    table: to,
    condition,
    isShared: from === 'bands',
    toMany: true,
  },
  orNone: { kind: 'no' },
})

const playing = (value: number) => related('bands', 'events', above(value))
const near = (value: number) =>
  related('cities', 'bands', allOf([test(NUMBER, { kind: 'isNull' }, true), playing(value)]))

const EVENTS = 9_000

describe('filters by a range of related rows on SQLite', () => {
  const database = new BetterSqlite3(':memory:')
  beforeAll(() => {
    database.exec(`
      create table cities (id integer primary key, number integer, name text);
      create table bands (id integer primary key, number integer, name text);
      create table events (id integer primary key, number integer, name text);
      create table bands_events (bands_id integer, events_id integer);
      create table cities_bands (cities_id integer, bands_id integer);
      with recursive n(n) as (select 1 union all select n + 1 from n where n < ${EVENTS}) insert into events select n, n, 'e' from n;
      insert into bands select id, case when id % 3 = 0 then null else id end, 'b' from events where id <= 90;
      insert into cities select id, id, 'c' from events where id <= 9;
      insert into bands_events select 1 + id % 90, id from events;
      insert into cities_bands select 1 + id % 9, id from bands;
      create index by_band on bands_events (bands_id);
      create index by_event on bands_events (events_id);
      create index by_city on cities_bands (cities_id);
    `)
  })
  afterAll(() => database.close())

  const idsOf = (table: string, condition: Condition, compile: typeof compileWhere) => {
    const { text, values } = render(compile(condition, 't', newScope(sqliteDialect)), sqliteDialect)
    return database.prepare(`select id from ${table} as t where ${text} order by id`).pluck().all(values)
  }

  it('finds the same rows, whether few related ones are in the range or many', () => {
    for (const value of [EVENTS, EVENTS - 5, EVENTS - 3_999, EVENTS - 4_000, EVENTS - 4_001, 10, 0]) {
      for (const [table, condition] of [
        ['bands', playing(value)],
        ['cities', near(value)],
        ['cities', anyOf([near(value), above(7)])],
        ['cities', allOf([near(value), above(3)])],
      ] as const)
        expect(idsOf(table, condition, compileWhere)).toEqual(idsOf(table, condition, compileCondition))
    }
    expect(idsOf('bands', playing(EVENTS - 5), compileWhere)).toHaveLength(5)
  })

  it('reads the links of the few rows alone', () => {
    const { text, values } = render(compileWhere(playing(1), 't', newScope(sqliteDialect)), sqliteDialect)
    const plan = database.prepare(`explain query plan select id from bands as t where ${text}`).all(values)
    const steps = plan.map((step) => (step as { readonly detail: string }).detail)
    expect(steps.filter((step) => step.includes('by_event'))).toHaveLength(1)
  })
})

describe('compileRanged', () => {
  const textOf = (condition: Condition, dialect = sqliteDialect) => {
    const compiled = compileRanged(condition, 't', newScope(dialect))
    return compiled === null ? null : render(compiled, dialect).text
  }

  it('counts by the own values of the rows at the end, and follows the path back by sets', () => {
    const text = textOf(near(5)) ?? ''
    expect(text).toMatch(
      /^case when \(select count\(\*\) from \(select 1 from "events" as \w+ where \(\w+\."number" > \+\?\) limit 4001\) as n\) <= 4000 then \+t\."id" in \(select /,
    )
    expect(text.split(' else ')[0]).toContain('"id" in (select')
    expect(text.split(' else ')[1]).not.toContain(' in (select')
  })

  it('leaves other filters, and other databases, alone', () => {
    const orNone: Condition = { ...playing(1), orNone: { kind: 'yes', among: above(0) } }
    const itself = playing(1)
    const notSelf: Condition = { ...itself, rows: { ...itself.rows, hop: { ...itself.rows.hop, notSelf: true } } }
    const excluded = related('bands', 'events', test(NUMBER, { kind: 'gt', value: 1 }, true))
    const others = [
      above(1),
      orNone,
      notSelf,
      excluded,
      related('bands', 'events', called),
      anyOf([playing(1), called]),
    ]
    expect(others.map((other) => textOf(other))).toEqual(others.map(() => null))
    expect(textOf(playing(1), postgresDialectWith())).toBeNull()
    expect(pathToRange(near(1))?.map(({ table }) => table)).toEqual(['bands', 'events'])
  })

  it('is for conditions of many rows', () => {
    const where = (condition: Condition) =>
      render(compileWhere(condition, 't', newScope(sqliteDialect)), sqliteDialect).text
    expect(where(allOf([playing(1), above(1)]))).toContain('case when')
    expect(where(allOf([playing(1), called]))).not.toContain('case when')
    expect(where(allOf([playing(1), related('bands', 'tags', called)]))).not.toContain('case when')
  })
})
