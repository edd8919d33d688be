/** One test of one column. */

import type { ColumnKind, Condition, Test } from '../plan/read-plan.ts'
import type { Scope } from './scope.ts'
import { column, join, type Sql, sql } from './sql.ts'

type TestCondition = Extract<Condition, { kind: 'test' }>

export function compileTest({ column: tested, test, negated, scans }: TestCondition, own: string, scope: Scope): Sql {
  const operand = column(own, tested.name)
  if (test.kind === 'isNull') return negated ? sql`${operand} is not null` : sql`${operand} is null`
  const positive = compareValue(operand, tested.kind, scans && 'text' in test ? { ...test, scans } : test, scope)
  return negated ? sql`not (${positive})` : positive
}

export const COMPARISONS = { eq: sql`=`, lt: sql`<`, lte: sql`<=`, gt: sql`>`, gte: sql`>=` }

/** The same test of any expression whose values are of this kind. */
export function compareValue(
  operand: Sql,
  kind: ColumnKind,
  test: Exclude<Test, { kind: 'isNull' }> & Pick<TestCondition, 'scans'>,
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
      return dialect.shownTextTest(operand, kind, test)
  }
}
