/**
 * A filter by a range of related rows' values, such as performers with an event next week. If few rows are in the range,
 * it is a set of the keys that lead to them, computed once; otherwise an EXISTS, which soon finds one of many:
 *
 *   case when (select count(*) from (select 1 from events as t1 where t1.starts_at >= ? limit 4001) as n) <= 4000
 *     then +t0.id in (select t3.performer_id from events as t2 cross join events_performers_lnk as t3 where …)
 *     else exists (select 1 from events_performers_lnk as t5 join events as t4 on … where t5.performer_id = t0.id and …) end
 *
 * For databases that run an EXISTS for each row; others choose between the two themselves.
 */

import { itemsOf } from '../plan/conditions.ts'
import { pathToRange } from '../plan/ranged-rows.ts'
import type { Condition, RelatedRows } from '../plan/read-plan.ts'
import { compileCondition, compileSet, group } from './compile-condition.ts'
import type { Compile } from './compile-left-join.ts'
import type { Scope } from './scope.ts'
import { alias, column, integer, rowsOf, type Sql, sql } from './sql.ts'

/** With more rows, computing the set may take longer than an EXISTS for each row of a small table. */
const FEW_ROWS = 4_000

/** Null for other filters, and where the database chooses. */
export function compileRanged(condition: Condition, own: string, scope: Scope): Sql | null {
  const { probed } = scope.dialect.inSet
  const path = probed === null ? null : pathToRange(condition)
  const [first, end] = [path?.[0], path?.at(-1)]
  if (probed === null || path === null || first === undefined || end === undefined) return null
  const inSet = probed(column(own, first.hop.from), compileSet(first, scope, alongPath(path.slice(1))))
  return sql`case when ${areFew(end, scope)} then ${inSet} else ${compileCondition(condition, own, scope)} end`
}

/** Counts rows by their own values, without relations. */
function areFew({ table, condition }: RelatedRows, scope: Scope): Sql {
  const row = scope.alias()
  const tests = itemsOf(condition).filter(({ kind }) => kind === 'test')
  const where = group(
    tests.map((test) => compileCondition(test, row, scope)),
    'and',
  )
  const some = sql`select 1 from ${rowsOf(table)} as ${alias(row)} where ${where} limit ${integer(FEW_ROWS + 1)}`
  return sql`(select count(*) from (${some}) as n) <= ${integer(FEW_ROWS)}`
}

/** Each row is found by the set of the next one. */
function alongPath([next, ...rest]: readonly RelatedRows[]): Compile {
  return (condition, own, scope) => {
    const { drives } = scope.dialect.inSet
    const compiled = itemsOf(condition).map((item) => {
      const isNext = item.kind === 'exists' && item.rows === next
      if (!isNext || drives === null) return compileCondition(item, own, scope)
      return drives(column(own, item.rows.hop.from), compileSet(item.rows, scope, alongPath(rest)))
    })
    return group(compiled, 'and')
  }
}
