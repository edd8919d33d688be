import { describe, expect, it } from 'vitest'
import { postgresDialectWith } from '../../test/support/postgres-dialect.ts'
import { sqliteDialect } from '../dialects/sqlite/dialect.ts'
import { PUBLISHED_AT } from '../plan/columns.ts'
import { allOf, anyOf, test } from '../plan/conditions.ts'
import type { Condition, RelatedRows } from '../plan/read-plan.ts'
import { compileCondition, compileCountOf, compileRows } from './compile-condition.ts'
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

describe('a filter that is also true where nothing is related', () => {
  const among = published
  const isNull = test({ name: 'views', kind: 'integer' }, { kind: 'isNull' })
  const orNone = (condition: Condition): Condition => {
    return { kind: 'exists', rows: { ...rows, condition }, orNone: { kind: 'yes', among } }
  }
  const through = (condition: Condition): readonly string[] => {
    const related: Condition = { kind: 'exists', rows: { ...rows, condition }, orNone: { kind: 'no' } }
    return [sqliteDialect, postgres].map((dialect) => {
      return render(compileCondition(related, 'a', newScope(dialect)), dialect).text
    })
  }

  it('is a left join below another relation on PostgreSQL, without what makes rows related', () => {
    const [sqlite, planned] = through(allOf([among, orNone(allOf([among, isNull]))]))
    expect(sqlite).toMatch(/ or not exists /)
    expect(planned).toBe(
      'exists (select 1 from "articles" as t0 left join "articles" as t1 on t1."id" = t0."article_id" and t1."published_at" is not null where t0."id" = a."article_id" and t0."published_at" is not null and t1."views" is null)',
    )
  })

  it('is one join for each row, and none where it cannot be told what makes rows related', () => {
    const one = orNone(allOf([among, isNull]))
    expect(through(allOf([one, orNone(allOf([among, isNull]))]))[1]?.split('left join')).toHaveLength(2)
    expect(through(orNone(anyOf([isNull, allOf([among, isNull])])))[1]).not.toContain('left join')
    expect(through(orNone(allOf([among, one])))[1]?.split('left join')).toHaveLength(3)
  })
})
