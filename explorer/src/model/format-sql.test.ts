import { describe, expect, it } from 'vitest'
import { formatSql } from './format-sql.ts'

describe('formatSql', () => {
  it('breaks at clauses, and indents statements inside statements', () => {
    expect(formatSql('select a from (select b from "t" where (c = 1 and d in (2, 3)) order by e limit ?) as p')).toBe(
      [
        'select a',
        'from (',
        '  select b',
        '  from "t"',
        '  where (c = 1 and d in (2, 3))',
        '  order by e',
        '  limit ?',
        ') as p',
      ].join('\n'),
    )
  })

  it('leaves texts and names alone', () => {
    const sql = `select 'it''s (from) where', "order by" from "from"`
    expect(formatSql(sql).replaceAll(/\s+/g, ' ')).toBe(sql)
    expect(formatSql(sql).split('\n')).toHaveLength(2)
  })
})
