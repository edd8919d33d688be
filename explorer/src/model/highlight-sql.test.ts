import { expect, it } from 'vitest'
import { highlightSql } from './highlight-sql.ts'

const colours = (sql: string) =>
  highlightSql(sql)
    .filter(({ kind }) => kind !== 'plain')
    .map(({ kind, text }) => `${kind} ${text}`)

it('distinguishes keywords, names, texts, numbers and bound values', () => {
  expect(colours(`select t0."from" from "a""b" where x = 'it''s select' and y in (?, $12) limit 25`)).toEqual([
    'keyword select',
    'name "from"',
    'keyword from',
    'name "a""b"',
    'keyword where',
    `text 'it''s select'`,
    'keyword and',
    'keyword in',
    'bound ?',
    'bound $12',
    'keyword limit',
    'number 25',
  ])
})

it('loses nothing', () => {
  for (const sql of ['', 'x', `with m as (select 1) select '\n' -- ' "`, 'json_object(1)']) {
    expect(
      highlightSql(sql)
        .map(({ text }) => text)
        .join(''),
    ).toBe(sql)
  }
})
