import BetterSqlite3 from 'better-sqlite3'
import { describe, expect, it } from 'vitest'
import { column, literal, render, sql } from '../../sql/sql.ts'
import { sqliteDialect } from './dialect.ts'
import { addFunctions } from './functions.ts'

describe('an object', () => {
  it.each([1, 400, 401, 1_200])('of %i members has all of them, and nested ones as objects', (width) => {
    const connection = new BetterSqlite3(':memory:')
    addFunctions(connection)
    connection.exec('create table t (n integer, j json); insert into t values (7, \'{"a":{}}\')')
    const members = Array.from({ length: width }, (_, index) => ({
      key: `k${index}`,
      value: index % 2 === 0 ? column('t', 'n') : sqliteDialect.shown(column('t', 'j'), 'json'),
    }))
    const { text } = render(sql`select ${sqliteDialect.jsonObject(members)} from t`, sqliteDialect)
    const object = JSON.parse(connection.prepare(text).pluck().get() as string) as Record<string, unknown>
    expect(Object.keys(object)).toEqual(members.map(({ key }) => key))
    expect(object[`k${width - 1}`]).toEqual((width - 1) % 2 === 0 ? 7 : { a: {} })
    connection.close()
  })

  it('quotes its keys', () => {
    const connection = new BetterSqlite3(':memory:')
    const key = `it's "quoted"`
    const { text } = render(sql`select ${sqliteDialect.jsonObject([{ key, value: literal('x') }])}`, sqliteDialect)
    const object = JSON.parse(connection.prepare(text).pluck().get() as string) as Record<string, unknown>
    expect(Object.entries(object)).toEqual([[key, 'x']])
    connection.close()
  })
})

describe('a value that was stored when its attribute had another type', () => {
  it.each([
    ['integer', 'abc', null],
    ['float', '2024-05-01', null],
    ['decimal', '{"a":1}', null],
    ['integer', 7, 7],
    ['decimal', -2.25, -2.25],
    ['datetime', '10:20:30.000', null],
    ['datetime', 'now', null],
    ['datetime', '2024-05-01 10:00:00.123', '2024-05-01T10:00:00.123Z'],
    ['timestamp', 'now', null],
    ['timestamp', '2024-05-01T10:00:00.123Z', '1714557600123'],
    ['timestamp', 1714557600123, '1714557600123'],
  ] as const)('is shown as %s, or not at all: %s', (kind, stored, value) => {
    const connection = new BetterSqlite3(':memory:')
    addFunctions(connection)
    connection.exec('create table t (v numeric)')
    connection.prepare('insert into t values (?)').run(stored)
    const { shown, shownText } = sqliteDialect
    const { text } = render(
      sql`select json_array(${shown(column('t', 'v'), kind)}, ${shownText(column('t', 'v'), kind)}) from t`,
      sqliteDialect,
    )
    const [asValue, asText] = JSON.parse(connection.prepare(text).pluck().get() as string) as unknown[]
    expect(asValue).toBe(value)
    expect(asText).toBe(value === null ? null : String(value))
    connection.close()
  })
})

describe('a compared value', () => {
  it('hides the value from the planner, which would plan again for each value if there are statistics', () => {
    const { text, values } = render(sql`t."a" = ${sqliteDialect.value('x', 'text')}`, sqliteDialect)
    expect([text, values]).toEqual(['t."a" = +?', ['x']])
  })
})
