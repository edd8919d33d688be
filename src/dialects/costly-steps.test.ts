import { describe, expect, it } from 'vitest'
import { postgresExplain } from './postgres/explain.ts'
import { sqliteExplain } from './sqlite/explain.ts'

describe('costly steps of SQLite', () => {
  it('are scans of tables, sorts of all matches, and automatic indexes', () => {
    const lines = [
      'CO-ROUTINE p',
      '  SCAN articles as t0',
      '  USE TEMP B-TREE FOR ORDER BY',
      'CORRELATED SCALAR SUBQUERY 4',
      '  SEARCH authors as t4 USING INTEGER PRIMARY KEY (rowid=?)',
      '  SEARCH links as t5 USING AUTOMATIC COVERING INDEX (a=?)',
      '  USE TEMP B-TREE FOR ORDER BY',
      'SCAN tags as t1 USING COVERING INDEX tags_pk',
      'SCAN p',
      'USE TEMP B-TREE FOR ORDER BY',
    ]
    expect(sqliteExplain.costly(lines)).toEqual([
      null,
      'reads every row of the table',
      'sorts all rows that match',
      null,
      null,
      'builds an index for this request alone',
      null,
      'reads a whole index',
      null,
      null,
    ])
  })
})

describe('costly steps of PostgreSQL', () => {
  it('are steps with many rows', () => {
    const lines = [
      'Sort  (cost=1.00..2.00 rows=40000 width=8)',
      '  Sort Key: t0.title',
      '  ->  Seq Scan on articles t0  (cost=0.00..1.00 rows=40000 width=8)',
      '  ->  Seq Scan on tags t1  (cost=0.00..1.00 rows=12 width=8)',
      '  ->  Index Scan using x on articles t0  (cost=0.00..1.00 rows=40000 width=8)',
    ]
    expect(postgresExplain.costly(lines)).toEqual([
      'sorts about 40000 rows',
      null,
      'reads every row of the table, and keeps about 40000',
      null,
      null,
    ])
  })
})
