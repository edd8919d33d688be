import { describe, expect, it } from 'vitest'
import { postgresDialectWith } from '../../../test/support/postgres-dialect.ts'
import { allOf, anyOf, test } from '../../plan/conditions.ts'
import type { Test } from '../../plan/read-plan.ts'
import { withScans } from '../../plan/scanned-texts.ts'
import { compileWhere } from '../../sql/compile-where.ts'
import { newScope } from '../../sql/scope.ts'
import { render } from '../../sql/sql.ts'
import type { TableIndex } from '../../tables/tables.ts'

const dialect = postgresDialectWith({ foldingCollation: 'C' })

const words = (column: string): TableIndex => ({ table: 'pages', columns: [column], rows: 'all', words: 'exact' })
const contains = (column: string, kind: 'contains' | 'startsWith' = 'contains') => {
  const sought: Test = { kind, text: 'ember', fold: false }
  return test({ name: column, kind: 'text' }, sought)
}

const whereOf = (condition: Parameters<typeof withScans>[0], indexes: readonly TableIndex[]) =>
  render(compileWhere(withScans(condition, indexes), 't', newScope(dialect)), dialect).text

describe('a word in texts', () => {
  it('is searched in all texts if there is no index', () => {
    expect(whereOf(contains('title'), [])).toBe('strpos(t."title", $1::text) > 0')
    expect(whereOf(anyOf([contains('title'), contains('body')]), [words('body')])).toBe(
      '(strpos(t."title", $1::text) > 0 or t."body" like $2::text)',
    )
  })

  it('is looked up in an index', () => {
    expect(whereOf(contains('title'), [words('title')])).toBe('t."title" like $1::text')
  })

  it('at the beginning may be found in an index of values', () => {
    expect(whereOf(allOf([contains('title', 'startsWith')]), [])).toBe('t."title" like $1::text')
  })
})

describe('a text of any case', () => {
  const folded = (text: string) => test({ name: 'title', kind: 'text' }, { kind: 'contains', text, fold: true })

  it('is folded for every row if it is short', () => {
    expect(whereOf(folded('ember'), [])).toBe('t."title" collate "C" ilike $1::text')
  })

  it('is not folded for rows that are too short for it', () => {
    expect(whereOf(folded('x'.repeat(9_000)), [])).toBe(
      'case when octet_length(t."title") < 1000 then false else t."title" collate "C" ilike $1::text end',
    )
  })
})

describe('a text in JSON', () => {
  const inJson = (text: string, fold = false) =>
    whereOf(test({ name: 'data', kind: 'json' }, { kind: 'contains', text, fold }), [])
  const REMOVES_SPACES = /regexp_replace/

  it('is searched without removing spaces if none can be inside it', () => {
    for (const text of ['ember', '"ember"', '-1.5']) expect(inJson(text)).not.toMatch(REMOVES_SPACES)
    expect(inJson('ember', true)).not.toMatch(REMOVES_SPACES)
  })

  it('is searched in documents that contain its longest pieces', () => {
    expect(inJson('{"a": "ember"}')).toMatch(/^\(strpos\(case .* and strpos\(regexp_replace\(.*\)$/)
    expect(inJson('ember, ash', true)).toMatch(/^\(case .* and regexp_replace\(.*\)$/)
  })

  it('is searched in all documents if it has no piece, or letters whose case depends on others', () => {
    for (const text of ['{', ', ', '']) expect(inJson(text)).toMatch(/^strpos\(regexp_replace\(/)
    expect(inJson('ΟΔΟΣ', true)).toMatch(/^regexp_replace\(/)
  })
})
