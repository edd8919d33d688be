import { describe, expect, it } from 'vitest'
import { postgresDialectWith } from '../../test/support/postgres-dialect.ts'
import { sqliteDialect } from '../dialects/sqlite/dialect.ts'
import { PUBLISHED_AT } from '../plan/columns.ts'
import { allOf, test } from '../plan/conditions.ts'
import type { RelatedRows } from '../plan/read-plan.ts'
import { compileCountOf, compileRows } from './compile-condition.ts'
import type { Dialect } from './dialect.ts'
import { newScope } from './scope.ts'
import { render } from './sql.ts'

const postgres = postgresDialectWith()

const published = test(PUBLISHED_AT, { kind: 'isNull' }, true)
const rows: RelatedRows = {
  hop: { from: 'article_id', via: null, to: 'id', fromWhere: [], toWhere: [], notSelf: false },
  table: 'articles',
  condition: allOf([published, test({ name: 'views', kind: 'integer' }, { kind: 'gt', value: 9 })]),
  toMany: true,
  isShared: false,
}

const whereOf = (dialect: Dialect, use: 'shown' | 'compared', of = rows) => {
  const scope = newScope(dialect)
  return render(compileRows(of, 'a', scope, use).where, dialect).text
}

describe('rows that an entry shows', () => {
  it('are not found by an index of versions on PostgreSQL', () => {
    expect(whereOf(postgres, 'shown')).toBe(
      't0."id" = a."article_id" and ((t0."published_at" is not null) is true and t0."views" > $1::bigint)',
    )
    expect(render(compileCountOf(rows, 'a', newScope(postgres)), postgres).text).toContain('is not null) is true')
  })

  it('may be found by any index on SQLite, where they are tested, and where the link does not have their ids', () => {
    const localizations = { ...rows, hop: { ...rows.hop, from: 'document_id', to: 'document_id' } }
    const others = [whereOf(postgres, 'compared'), whereOf(postgres, 'shown', localizations)]
    for (const where of [whereOf(sqliteDialect, 'shown'), ...others])
      expect(where).toMatch(/ and \(t0\."published_at" is not null and t0\."views" > /)
  })
})
