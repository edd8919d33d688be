/** Condition → SQL, said of the row with the given alias. */

import type { Column, Condition, OtherVersion, RelatedRows } from '../plan/read-plan.ts'
import type { Test } from '../query/query.ts'
import { compileRows } from './compile-rows.ts'
import type { Scope } from './scope.ts'
import { alias, column, join, name, type Sql, sql } from './sql.ts'

export function compileCondition(condition: Condition, own: string, scope: Scope): Sql {
  switch (condition.kind) {
    case 'and':
    case 'or': {
      const items = condition.items.map((item) => compileCondition(item, own, scope))
      return sql`(${join(items, ` ${condition.kind} `)})`
    }
    case 'test':
      return compileTest(condition.column, condition.test, condition.negated, own, scope)
    case 'exists': {
      const some = exists(condition.rows, own, scope)
      if (condition.orNone.kind === 'no') return some
      const none = exists({ ...condition.rows, condition: condition.orNone.among }, own, scope)
      return sql`(${some} or not ${none})`
    }
    case 'version':
      return compileVersion(condition.version, condition.exists, own, scope)
    case 'constant':
      return condition.holds ? sql`1 = 1` : sql`1 = 0`
  }
}

function exists(rows: RelatedRows, own: string, scope: Scope): Sql {
  const { from, where } = compileRows(rows, own, scope)
  return sql`exists (select 1 from ${from} where ${where})`
}

function compileTest(tested: Column, test: Test, negated: boolean, own: string, scope: Scope): Sql {
  const operand = column(own, tested.name)
  if (test.kind === 'isNull') return negated ? sql`${operand} is not null` : sql`${operand} is null`
  const positive = compilePositive(operand, tested, test, scope)
  return negated ? sql`not (${positive})` : positive
}

const COMPARISONS = { eq: sql`=`, lt: sql`<`, lte: sql`<=`, gt: sql`>`, gte: sql`>=` }

function compilePositive(
  operand: Sql,
  { kind }: Column,
  test: Exclude<Test, { kind: 'isNull' }>,
  { dialect }: Scope,
): Sql {
  switch (test.kind) {
    case 'eq':
    case 'lt':
    case 'lte':
    case 'gt':
    case 'gte':
      return sql`${dialect.comparable(operand, kind)} ${COMPARISONS[test.kind]} ${dialect.value(test.value, kind)}`
    case 'in': {
      const values = test.values.map((value) => dialect.value(value, kind))
      return sql`${dialect.comparable(operand, kind)} in (${join(values, ', ')})`
    }
    case 'between': {
      const [low, high] = [dialect.value(test.low, kind), dialect.value(test.high, kind)]
      return sql`${dialect.comparable(operand, kind)} between ${low} and ${high}`
    }
    default:
      return dialect.textTest(test.kind, dialect.shownText(operand, kind), test.text, test.fold)
  }
}

const UPDATED = { after: sql`>`, notAfter: sql`<=`, before: sql`<`, notBefore: sql`>=` }

function compileVersion(version: OtherVersion, wanted: boolean, own: string, scope: Scope): Sql {
  const other = scope.alias()
  const same = (column_: string): Sql => sql`${column(other, column_)} = ${column(own, column_)}`
  const published = column(other, 'published_at')
  const where = [
    same('document_id'),
    version.published ? sql`${published} is not null` : sql`${published} is null`,
    // Types without locales have none in either row.
    ...(version.sameLocale
      ? [sql`(${same('locale')} or (${column(other, 'locale')} is null and ${column(own, 'locale')} is null))`]
      : []),
    ...(version.updated === null
      ? []
      : [sql`${column(own, 'updated_at')} ${UPDATED[version.updated]} ${column(other, 'updated_at')}`]),
  ]
  const found = sql`exists (select 1 from ${name(version.table)} as ${alias(other)} where ${join(where, ' and ')})`
  return wanted ? found : sql`not ${found}`
}
