/** OrderKey → SQL. */

import type { Direction, OrderKey, OrderValue } from '../plan/read-plan.ts'
import { compileCountOf, compileRows, type RowSource } from './compile-condition.ts'
import type { Scope } from './scope.ts'
import { column, type Sql, sql } from './sql.ts'

export function directionOf(direction: Direction): Sql {
  return direction === 'desc' ? sql` desc` : sql` asc`
}

/** The value an order key has for a row: through a to-many relation, that of its best row in the direction. */
export function compileOrderValue(key: OrderKey, own: string, scope: Scope): Sql {
  const [next, ...rest] = key.through
  if (next === undefined) return ownValue(key.value, own, scope)
  const { from, where, target } = compileRows(next, own, scope)
  const value = compileOrderValue({ ...key, through: rest }, target, scope)
  const order = sql`order by 1${directionOf(key.direction)} limit 1`
  const isColumn = rest.length === 0 && key.value.kind === 'column'
  if (isColumn) return sql`(select ${value} from ${from} where ${where} ${order})`
  // A database may write a subquery out again wherever it is ordered by, twice the work for each hop: this forbids it.
  return sql`(with best(value) ${scope.dialect.gathered(sql`select ${value} from ${from} where ${where}`)} select value from best ${order})`
}

export interface SqlOrderKey {
  readonly value: Sql
  readonly direction: Sql
}

/** How related rows are ordered: as asked, with ties to the lower id; without an order, as the link has them. */
export function orderKeys(order: readonly OrderKey[], source: RowSource, scope: Scope): readonly SqlOrderKey[] {
  if (order.length === 0) return source.order.map((value) => ({ value, direction: sql`` }))
  const asked = order.map((key) => ({
    value: compileOrderValue(key, source.target, scope),
    direction: directionOf(key.direction),
  }))
  return [...asked, { value: column(source.target, 'id'), direction: sql`` }]
}

function ownValue(value: OrderValue, own: string, scope: Scope): Sql {
  return value.kind === 'column' ? column(own, value.column.name) : compileCountOf(value.rows, own, scope)
}
