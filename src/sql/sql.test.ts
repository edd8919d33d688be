import { describe, expect, it } from 'vitest'
import { COMMON_SYNTAX } from './common-syntax.ts'
import { bind, column, inline, inSyntax, join, literal, name, render, type Syntax, sql } from './sql.ts'

const COMMON: Syntax = { ...COMMON_SYNTAX, placeholder: () => '?' }

/** A database that shares nothing with the others. */
const OTHER: Syntax = {
  placeholder: (position) => `@${position}`,
  identifier: (identifier) => `[${identifier.replaceAll(']', ']]')}]`,
  rows: (table) => sql`table ${name(table)}`,
  written: null,
  gathered: (query) => sql`as (${query})`,
  defaultRow: sql`() values ()`,
  manyRows: (rows) => sql`rows ${join(rows.flat(), ' ')}`,
  idPairs: () => sql`pairs`,
  ignoringConflicts: (insert) => sql`merge ${insert}`,
  returning: (write, from) => sql`${write} output ${name(from)}`,
  updateJoined: ({ table, changes, from, where }) => sql`update ${table} join ${from} on ${where} set ${changes}`,
}

describe('a statement', () => {
  it('numbers its values in their order, across fragments', () => {
    const both = sql`${bind(1)} + ${sql`${bind(2)} * ${bind(3)}`}`
    expect(render(both, COMMON)).toEqual({ text: '? + ? * ?', values: [1, 2, 3] })
    expect(render(both, OTHER)).toEqual({ text: '@1 + @2 * @3', values: [1, 2, 3] })
  })

  it('has its identifiers in the quotes of the database, wherever they come from', () => {
    const statement = sql`select "a", ${column('t', 'b"c]')} from ${name('d')} as t`
    expect(render(statement, COMMON).text).toBe('select "a", t."b""c]" from "d" as t')
    expect(render(statement, OTHER).text).toBe('select [a], t.[b"c]]] from [d] as t')
  })

  it('has quotes in texts as they are', () => {
    const statement = sql`select ${literal(`"it's"`)}, '"', "a" where '''"' <> ${bind('"b"')}`
    expect(render(statement, OTHER)).toEqual({ text: `select '"it''s"', '"', [a] where '''"' <> @1`, values: ['"b"'] })
  })

  it('asks the database for what it writes in its own way, also inside that', () => {
    const row = inSyntax(({ defaultRow }) => sql`insert into ${name('a')} ${defaultRow}`)
    const write = inSyntax(({ returning, ignoringConflicts }) => returning(ignoringConflicts(row), 'id'))
    expect(render(write, COMMON).text).toBe('insert into "a" default values on conflict do nothing returning "id"')
    expect(render(write, OTHER).text).toBe('merge insert into [a] () values () output [id]')
    const gathered = inSyntax((syntax) => sql`with m ${syntax.gathered(sql`select ${bind(1)}`)} select * from m`)
    expect(render(gathered, COMMON)).toEqual({ text: 'with m as materialized (select ?) select * from m', values: [1] })
    expect(render(gathered, OTHER)).toEqual({ text: 'with m as (select @1) select * from m', values: [1] })
  })

  it('is one text with its values, for people', () => {
    expect(inline(sql`select "a" = ${bind(1)}`, OTHER, (value) => `<${value}>`)).toBe('select [a] = <1>')
  })
})
