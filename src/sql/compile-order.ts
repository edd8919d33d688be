/** OrderKey → SQL. */

import type { Column, Direction, OrderKey, RelatedRows } from '../plan/read-plan.ts'
import { compileRows } from './compile-condition.ts'
import type { Scope } from './scope.ts'
import { column, type Sql, sql } from './sql.ts'

export function directionOf(direction: Direction): Sql {
  return direction === 'desc' ? sql` desc` : sql` asc`
}

/** The value an order key has for a row: through a to-many relation, that of its best row in the direction. */
export function compileOrderValue(key: OrderKey, own: string, scope: Scope): Sql {
  return bestValue(key.through, key.column, key.direction, own, scope)
}

function bestValue(
  through: readonly RelatedRows[],
  sorted: Column,
  direction: Direction,
  own: string,
  scope: Scope,
): Sql {
  const [next, ...rest] = through
  if (next === undefined) return column(own, sorted.name)
  const { from, where, target } = compileRows(next, own, scope)
  const value = bestValue(rest, sorted, direction, target, scope)
  const order = sql`order by 1${directionOf(direction)} limit 1`
  if (rest.length === 0) return sql`(select ${value} from ${from} where ${where} ${order})`
  // A database may write a subquery out again wherever it is ordered by, twice the work for each hop: this forbids it.
  return sql`(with best(value) ${scope.dialect.gathered(sql`select ${value} from ${from} where ${where}`)} select value from best ${order})`
}
