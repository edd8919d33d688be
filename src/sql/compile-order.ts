/** OrderKey → SQL. */

import { ID } from '../plan/columns.ts'
import { type OrderKey, type OrderValue, RANDOM_PRIME, type RandomKey } from '../plan/read-plan.ts'
import { readsListsAgain } from '../plan/selective.ts'
import { compileCountOf, compileRows, type RowSource } from './compile-condition.ts'
import { type JoinedValue, joinCounts, joinPath, type PathJoin, type PathStart } from './compile-path-joins.ts'
import { SCORE } from './compile-words.ts'
import type { Scope } from './scope.ts'
import { alias, column, integer, join, name, type Sql, sql } from './sql.ts'

/** The direction and the position of nulls, to append to a sort value. */
export function directionOf({
  direction,
  nulls = null,
}: Pick<OrderKey, 'direction'> & Partial<Pick<OrderKey, 'nulls'>>): Sql {
  const order = direction === 'desc' ? sql` desc` : sql` asc`
  return nulls === null ? order : sql`${order}${nulls === 'first' ? sql` nulls first` : sql` nulls last`}`
}

/** SQLite joins at most 64 tables; further sort keys become a subquery for each row. */
const MOST_JOINED = 50

/** The value of each sort key, and the joins that it needs. */
export function compileOrder(
  order: readonly OrderKey[],
  from: PathStart,
  scope: Scope,
): readonly (JoinedValue & SqlOrderKey)[] {
  return order.map((key, index) => {
    const isJoinable = index < MOST_JOINED
    const joined = isJoinable ? compileOrderKey(key, from, scope) : subqueryPerRow(key, from, scope)
    return { ...joined, direction: directionOf(key) }
  })
}

function compileOrderKey(key: OrderKey, from: PathStart, scope: Scope): JoinedValue {
  const pathJoin: PathJoin = {
    join: 'left join',
    lastValue: (row) => targetValue(key.value, row, scope),
    step: (start, value, from) => scope.dialect.firstOfEach(start, value, directionOf(key), from),
  }
  const joined = isJoined(key, from, scope) ? joinPath(key.through, pathJoin, from, scope) : null
  return joined ?? subqueryPerRow(key, from, scope)
}

function subqueryPerRow(key: OrderKey, { own }: PathStart, scope: Scope): JoinedValue {
  return { value: orderValue(key, own, scope), joins: sql`` }
}

/** Whether a subquery for each row would read lists repeatedly, or take longer than a join. */
export function isJoined({ through, value }: OrderKey, { many }: Pick<PathStart, 'many'>, { dialect }: Scope): boolean {
  const isLonger = many === true && dialect.prefersJoins && through.length > 0
  return isLonger || readsListsAgain(through, value.kind === 'count')
}

function targetValue(value: OrderValue, row: PathStart, scope: Scope): JoinedValue {
  const counts = value.kind === 'count' ? joinCounts(value.rows, row, scope) : null
  return counts ?? { value: ownValue(value, row.own, scope), joins: sql`` }
}

/** Through a to-many relation, the value of the related row that sorts first. */
function orderValue(key: OrderKey, own: string, scope: Scope): Sql {
  const [next, ...rest] = key.through
  if (next === undefined) return ownValue(key.value, own, scope)
  const { from, where, target } = compileRows(next, own, scope)
  const value = orderValue({ ...key, through: rest }, target, scope)
  const order = sql`order by 1${directionOf(key)} limit 1`
  const isColumn = rest.length === 0 && key.value.kind === 'column'
  if (isColumn) return sql`(select ${value} from ${from} where ${where} ${order})`
  // A database may evaluate a subquery again wherever it is ordered by, twice the work for each hop: this prevents it.
  return sql`(with best(value) ${scope.dialect.gathered(sql`select ${value} from ${from} where ${where}`)} select value from best ${order})`
}

export interface SqlOrderKey {
  readonly value: Sql
  readonly direction: Sql
}

export interface SqlOrder {
  readonly keys: readonly SqlOrderKey[]
  /** SQL to append after the rows in a `from`. */
  readonly joins: Sql
}

/** The order of related rows: the requested one, with ties resolved by id; otherwise the order of the links. */
export function orderKeys(order: readonly OrderKey[], source: RowSource, scope: Scope): SqlOrder {
  if (order.length === 0) return { keys: source.order.map((value) => ({ value, direction: sql`` })), joins: sql`` }
  const from: PathStart = { own: source.target, starts: null }
  const requested = compileOrder(order, from, scope)
  const keys = [...requested, { value: column(source.target, 'id'), direction: sql`` }]
  return { keys, joins: joinsOf(requested) }
}

/**
 * A to-one relation may have several links in damaged data. Sort values are computed only in that case; a join would always
 * compute them.
 */
export function orderKeysOfOne(
  order: readonly OrderKey[],
  source: RowSource,
  several: () => Sql,
  scope: Scope,
): readonly SqlOrderKey[] {
  if (!order.some(readsOthers)) return orderKeys(order, source, scope).keys
  const areSeveral = several()
  const requested = order.map((key): SqlOrderKey => {
    const value = orderValue(key, source.target, scope)
    return {
      value: readsOthers(key) ? sql`case when ${areSeveral} then ${value} end` : value,
      direction: directionOf(key),
    }
  })
  return [...requested, { value: column(source.target, 'id'), direction: sql`` }]
}

/** Whether the key needs other rows than the row itself. */
function readsOthers({ through, value }: OrderKey): boolean {
  return through.length > 0 || value.kind === 'count'
}

export function joinsOf(keys: readonly Pick<JoinedValue, 'joins'>[]): Sql {
  return join(
    keys.map(({ joins }) => joins),
    '',
  )
}

function ownValue(value: OrderValue, own: string, scope: Scope): Sql {
  switch (value.kind) {
    case 'column':
      return column(own, value.column.name)
    case 'folded':
      return scope.dialect.folded(column(own, value.column.name))
    case 'count':
      return compileCountOf(value.rows, own, scope)
    case 'score':
      return SCORE
    case 'random':
      return compileRandom(value.key, own, scope)
  }
}

function compileRandom(key: RandomKey, own: string, { alias: newAlias, dialect }: Scope): Sql {
  const [row, p] = [newAlias(), integer(RANDOM_PRIME)]
  const bound = (number: bigint): Sql => dialect.value(number, 'bigint')
  const [a, b, c] = [bound(key.a), bound(key.b), bound(key.c)]
  const y = column(row, 'y')
  const first = sql`select (${column(own, ID.name)} % ${p} * ${a} + ${b}) % ${p} as ${name('y')}`
  return sql`(select (${y} * ${y} % ${p} * ${c} + ${y}) % ${p} from (${first}) as ${alias(row)})`
}
