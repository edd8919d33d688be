import { describe, expect, it } from 'vitest'
import { COMMON_SYNTAX } from './common-syntax.ts'
import { bind, render, type Sql, sql } from './sql.ts'
import {
  assign,
  deleteAll,
  deleteRow,
  ignoreConflicts,
  insertCopy,
  insertManyRows,
  insertRow,
  insertRows,
  newId,
  returning,
  updateFromCopies,
  updateJoined,
  updateRow,
} from './write-rows.ts'

const row = assign({ title: bind('One'), size: bind(1) })
const copy = { table: 'articles', columns: ['title', 'size'], from: 3 }

describe('statements that write rows', () => {
  const cases: readonly [string, Sql, string, readonly unknown[]][] = [
    ['a row', insertRow('articles', row), 'insert into "articles" ("title", "size") values (?, ?)', ['One', 1]],
    ['an empty row', insertRow('articles', []), 'insert into "articles" default values', []],
    [
      'several rows',
      insertRows('articles', [row, row]),
      'insert into "articles" ("title", "size") values (?, ?), (?, ?)',
      ['One', 1, 'One', 1],
    ],
    [
      'many rows',
      insertManyRows('articles', [row, row]),
      'insert into "articles" ("title", "size") values (?, ?), (?, ?)',
      ['One', 1, 'One', 1],
    ],
    [
      'a row that is there already',
      ignoreConflicts(insertRow('articles', row)),
      'insert into "articles" ("title", "size") values (?, ?) on conflict do nothing',
      ['One', 1],
    ],
    [
      'what was written',
      returning(deleteRow('articles', 3), 'id'),
      'delete from "articles" where "id" = ? returning "id"',
      [3],
    ],
    ['all rows', deleteAll('articles'), 'delete from "articles"', []],
    [
      'a change',
      updateRow('articles', 3, row),
      'update "articles" set "title" = ?, "size" = ? where "id" = ?',
      ['One', 1, 3],
    ],
    [
      'a new copy',
      insertCopy(copy, assign({ locale: bind('fr') })),
      'insert into "articles" ("title", "size", "locale") select "title", "size", ? from "articles" where "id" = ?',
      ['fr', 3],
    ],
    [
      'a copy onto a row',
      updateFromCopies({ table: copy.table, columns: copy.columns, pairs: [{ from: 3, to: 4 }] }),
      'update "articles" set "title" = s."title", "size" = s."size" from (select v."column1" as "source", v."column2" as "copy", v."column3" as "text" from (values (3, 4, ?)) as v) as m cross join "articles" as s where s."id" = m."source" and "articles"."id" = m."copy"',
      [null],
    ],
    [
      'a change from another table',
      updateJoined({ table: 'a', row: assign({ x: sql`b."x"` }), from: sql`b`, where: sql`b."id" = a."id"` }),
      'update "a" set "x" = b."x" from b where b."id" = a."id"',
      [],
    ],
  ]

  it.each(cases)('%s', (_, statement, text, values) => {
    expect(render(statement, { ...COMMON_SYNTAX, placeholder: () => '?' })).toEqual({ text, values })
  })

  it('does without an id only where none was asked for', () => {
    expect(newId([['7']])).toBe(7)
    expect(() => newId([])).toThrow('the database gave no id for a new row')
  })
})
