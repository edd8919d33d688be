import BetterSqlite3 from 'better-sqlite3'
import { describe, expect, it } from 'vitest'
import { column, literal, render, sql } from '../../sql/sql.ts'
import { sqliteDialect } from './dialect.ts'
import { addFunctions } from './functions.ts'

describe('an object', () => {
  it.each([1, 400, 401, 1_200])('of %i members has them all, nested ones as objects', (width) => {
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

describe('a compared value', () => {
  it('does not tell the planner what it is: each would be planned for anew where there are statistics', () => {
    const { text, values } = render(sql`t."a" = ${sqliteDialect.value('x', 'text')}`, sqliteDialect)
    expect([text, values]).toEqual(['t."a" = +?', ['x']])
  })
})
