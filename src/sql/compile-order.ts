/** OrderKey → SQL. */

import { ID } from '../plan/columns.ts'
import { type OrderKey, type OrderValue, RANDOM_PRIME, type RandomKey } from '../plan/read-plan.ts'
import { readsListsAgain } from '../plan/selective.ts'
import { compileCountOf, compileRows, type RowSource } from './compile-condition.ts'
import { type Ends, type From, type JoinedEnds, joinCounts, joinEnds } from './compile-ends.ts'
import { SCORE } from './compile-words.ts'
import type { Scope } from './scope.ts'
import { alias, column, integer, join, name, type Sql, sql } from './sql.ts'

/** The direction and the place of nulls, after a sort value. */
export function directionOf({
  direction,
  nulls = null,
}: Pick<OrderKey, 'direction'> & Partial<Pick<OrderKey, 'nulls'>>): Sql {
  const way = direction === 'desc' ? sql` desc` : sql` asc`
  return nulls === null ? way : sql`${way}${nulls === 'first' ? sql` nulls first` : sql` nulls last`}`
}

/** SQLite joins 64 tables at most: what further keys lead to is found row by row. */
const MOST_JOINED = 50

/** The value that each key has for a row, and what is joined to the row for it. */
export function compileOrder(
  order: readonly OrderKey[],
  from: From,
  scope: Scope,
): readonly (JoinedEnds & SqlOrderKey)[] {
  return order.map((key, index) => {
    const isJoinable = index < MOST_JOINED
    const ends = isJoinable ? compileOrderKey(key, from, scope) : foundByRow(key, from, scope)
    return { ...ends, direction: directionOf(key) }
  })
}

function compileOrderKey(key: OrderKey, from: From, scope: Scope): JoinedEnds {
  const ends: Ends = {
    join: 'left join',
    end: (row) => ofEnd(key.value, row, scope),
    step: (start, value, from) => scope.dialect.firstOfEach(start, value, directionOf(key), from),
  }
  const joined = isJoined(key, from, scope) ? joinEnds(key.through, ends, from, scope) : null
  return joined ?? foundByRow(key, from, scope)
}

function foundByRow(key: OrderKey, { own }: From, scope: Scope): JoinedEnds {
  return { value: orderValue(key, own, scope), joins: sql`` }
}

/** Whether following its way row by row would read lists again, or take longer. */
export function isJoined({ through, value }: OrderKey, { many }: Pick<From, 'many'>, { dialect }: Scope): boolean {
  const isLonger = many === true && dialect.joinsWays && through.length > 0
  return isLonger || readsListsAgain(through, value.kind === 'count')
}

function ofEnd(value: OrderValue, row: From, scope: Scope): JoinedEnds {
  const counts = value.kind === 'count' ? joinCounts(value.rows, row, scope) : null
  return counts ?? { value: ownValue(value, row.own, scope), joins: sql`` }
}

/** Through a to-many relation, that of its best row in the direction. */
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
  /** To follow the rows in a `from`. */
  readonly joins: Sql
}

/** How related rows are ordered: as asked, with ties to the lower id; without an order, as the link has them. */
export function orderKeys(order: readonly OrderKey[], source: RowSource, scope: Scope): SqlOrder {
  if (order.length === 0) return { keys: source.order.map((value) => ({ value, direction: sql`` })), joins: sql`` }
  const from: From = { own: source.target, starts: null }
  const asked = compileOrder(order, from, scope)
  const keys = [...asked, { value: column(source.target, 'id'), direction: sql`` }]
  return { keys, joins: joinsOf(asked) }
}

/**
 * Of a relation to one, of which odd data may have several links: what these are sorted by is computed only then. A join
 * would compute it before that is known.
 */
export function orderKeysOfOne(
  order: readonly OrderKey[],
  source: RowSource,
  several: () => Sql,
  scope: Scope,
): readonly SqlOrderKey[] {
  if (!order.some(readsOthers)) return orderKeys(order, source, scope).keys
  const areSeveral = several()
  const asked = order.map((key): SqlOrderKey => {
    const value = orderValue(key, source.target, scope)
    return {
      value: readsOthers(key) ? sql`case when ${areSeveral} then ${value} end` : value,
      direction: directionOf(key),
    }
  })
  return [...asked, { value: column(source.target, 'id'), direction: sql`` }]
}

/** Otherwise nothing is joined for it. */
function readsOthers({ through, value }: OrderKey): boolean {
  return through.length > 0 || value.kind === 'count'
}

export function joinsOf(keys: readonly Pick<JoinedEnds, 'joins'>[]): Sql {
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
