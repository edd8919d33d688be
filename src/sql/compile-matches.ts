/** The rows of a page: their ids and sort values, `k0`, `k1`, … */

import type { OrderKey, ReadPlan } from '../plan/read-plan.ts'
import { isPlain, namesRows } from '../plan/selective.ts'
import { compileOrder, directionOf, isJoined, joinsOf } from './compile-order.ts'
import { beyond, beyondInParts, type KeyAt, keyKind, reversed } from './compile-seek.ts'
import { compileWhere, compileWhereOfAll } from './compile-where.ts'
import { besideFound, besidesWords, searchLookups } from './compile-words.ts'
import type { Extent } from './dangling-links.ts'
import type { Dialect } from './dialect.ts'
import { selectGathered, startsGathered } from './gathered-rows.ts'
import type { Scope } from './scope.ts'
import { alias, bind, column, integer, join, name, rowsOf, type Sql, sql, whereAll } from './sql.ts'

/** From the table. */
export function compilePage(plan: ReadPlan, scope: Scope): Sql {
  const row = scope.alias()
  const parts = partsBeyond(plan, row, scope.dialect)
  const [only = null] = parts
  if (parts.length < 2) return sql`${matchesOf(plan, row, scope, { besides: only })} ${cut(plan)}`
  const selects = parts.map(
    (part, index) =>
      sql`select * from (${matchesOf(plan, row, scope, { besides: part })} ${cut(plan)}) as ${alias(`b${index}`)}`,
  )
  return sql`${join(selects, ' union all ')} ${cut(plan)}`
}

/** From `m`, which has all matches. */
export function compilePageOfMatches(plan: ReadPlan, { dialect }: Scope): Sql {
  const keys = keysAt(plan, (_, index) => name(keyName(index)), dialect)?.map((key) => scoredNow(key, plan, dialect))
  return sql`select * from m ${keys === undefined ? sql`` : sql`where ${beyond(keys, dialect)} `}${cut(plan)}`
}

/**
 * From `m`, which has at most one match more than the cap. If it has all matches, the page is cut from it; otherwise from
 * the table. `n` has their number.
 */
export function compilePageOfSome(plan: ReadPlan, cap: number, scope: Scope): Sql {
  const [found, most] = [sql`(select total from n)`, integer(cap)]
  const few = sql`select * from m where ${found} <= ${most} ${cut(plan)}`
  const many = sql`${matchesOf(plan, scope.alias(), scope, { besides: sql`${found} > ${most}` })} ${cut(plan)}`
  return sql`select * from (${few}) as b0 union all select * from (${many}) as b1`
}

/** Whether the cursor's position has computed values, which should be computed only once. */
export function seeksInMatches({ seek, order }: ReadPlan): boolean {
  return seek !== null && seek.position !== null && !order.every(isOwnColumn)
}

/** Ids and sort values of all matching rows, and the columns of `more`. */
export function compileMatches(plan: ReadPlan, scope: Scope, more: (row: string) => readonly Sql[] = () => []): Sql {
  const row = scope.alias()
  return matchesOf(plan, row, scope, { besides: null, more: more(row), extent: extentOf(plan) })
}

/** Whether all rows are read for the count of matches. */
export function extentOf({ countCap }: ReadPlan): Extent {
  return countCap === null ? 'all' : 'few'
}

interface Besides {
  /** A condition in addition to the plan's. */
  readonly besides: Sql | null
  readonly extent?: Extent
  /** Columns to select in addition to ids and sort values. */
  readonly more?: readonly Sql[]
}

function matchesOf(plan: ReadPlan, row: string, scope: Scope, { besides, more = [], extent = 'few' }: Besides): Sql {
  const many = isOfMany(plan) ? ({ many: true } as const) : {}
  const joinsAny = plan.order.some((key) => isJoined(key, many, scope))
  const isGathered = plan.search === null && !isPlain(plan.condition) && joinsAny
  const starts = isGathered ? startsGathered(plan.table, scope) : null
  const ordered = compileOrder(plan.order, { own: row, starts, ...many }, scope)
  const keys = ordered.map(({ value }, index) => sql`${value} as ${name(keyName(index))}`)
  const joins = joinsOf(ordered)
  const select = sql`select ${column(row, 'id')} as id, ${join([...keys, ...more], ', ')} from `
  const table = sql`${rowsOf(plan.table)} as ${alias(row)}`
  if (plan.search === null) {
    const where = whereOf(plan, row, scope, { besides, extent })
    if (isGathered) return selectGathered({ select, joins }, { table: plan.table, where }, row, scope)
    return sql`${select}${table}${joins}${where}`
  }
  const condition = besidesWords(plan)
  const selects = searchLookups(row, scope).map((lookup) => {
    const found = besides === null ? lookup : sql`${lookup} and ${besides}`
    return sql`${select}${besideFound(table)}${joins}${whereOf({ condition }, row, scope, { besides: found, extent: 'few' })}`
  })
  return join(selects, ' union all ')
}

/** Whether all rows of a list are sorted by a value along a relation. For a column, an index may give the first rows. */
function isOfMany({ search, condition, order: [first] }: ReadPlan): boolean {
  return search === null && !namesRows(condition) && first !== undefined && first.through.length > 0
}

export function whereOf(
  { condition }: Pick<ReadPlan, 'condition'>,
  row: string,
  scope: Scope,
  { besides, extent }: { readonly besides: Sql | null; readonly extent: Extent },
): Sql {
  const isAlways = condition.kind === 'constant' && condition.holds
  const compile = extent === 'all' ? compileWhereOfAll : compileWhere
  const conditions = [...(isAlways ? [] : [compile(condition, row, scope)]), ...(besides === null ? [] : [besides])]
  return whereAll(conditions)
}

/** Disjoint conditions for the rows beyond the cursor's position; empty without a position. */
function partsBeyond(plan: ReadPlan, row: string, dialect: Dialect): readonly Sql[] {
  const keys = keysAt(plan, (key) => ownColumn(key, row), dialect)
  if (keys === null) return []
  const parts = plan.seek?.ranged ? beyondInParts(keys, dialect) : []
  return parts.length === 0 ? [beyond(keys, dialect)] : parts
}

function keysAt(
  plan: ReadPlan,
  sqlOf: (key: OrderKey, index: number) => Sql,
  { sortKeys }: Dialect,
): readonly KeyAt[] | null {
  const position = plan.seek?.position ?? null
  if (position === null) return null
  return readingOrder(plan).map((key, index) => {
    const text = position[index] ?? null
    return { key, sql: sqlOf(key, index), value: text === null ? null : sortKeys.value(text, keyKind(key)) }
  })
}

/**
 * Scores depend on how rare a word is, so other entries change the score of the row at the cursor's position. The page
 * starts at the score that this row has now, if it still matches.
 */
function scoredNow(at: KeyAt, { seek }: ReadPlan, { sortKeys }: Dialect): KeyAt {
  const id = seek?.position?.at(-1) ?? null
  if (at.key.value.kind !== 'score' || at.value === null || id === null) return at
  const now = sql`select ${at.sql} from m where id = ${sortKeys.value(id, 'id') ?? sql`null`}`
  return { ...at, value: sql`coalesce((${now}), ${at.value})` }
}

function isOwnColumn({ through, value }: OrderKey): boolean {
  return through.length === 0 && value.kind === 'column'
}

function ownColumn({ value }: OrderKey, row: string): Sql {
  if (value.kind !== 'column') throw new Error('a position in values that are not columns')
  return column(row, value.column.name)
}

/** Rows before a position are read backwards from it. */
function readingOrder({ order, seek }: ReadPlan): readonly OrderKey[] {
  return seek?.side === 'before' ? reversed(order) : order
}

export function cut(plan: ReadPlan): Sql {
  return sql`${orderBy(readingOrder(plan), null)} ${window(plan)}`
}

/**
 * The limit is inlined, not bound: with a bound limit, SQLite plans again for every value, and PostgreSQL plans for a tenth
 * of the table. Sites use few page sizes. The offset is bound, unless it is 0.
 */
function window({ limit, start, seek }: ReadPlan): Sql {
  if (seek !== null) return sql`limit ${integer(limit + 1)}`
  return start === 0 ? sql`limit ${integer(limit)}` : sql`limit ${integer(limit)} offset ${bind(start)}`
}

/** `of`: the alias of the table that has the sort values; null where they are selected columns. */
export function orderBy(order: readonly OrderKey[], of: string | null): Sql {
  const keys = order.map((key, index) => {
    const value = of === null ? name(keyName(index)) : column(of, keyName(index))
    return sql`${value}${directionOf(key)}`
  })
  return sql`order by ${join(keys, ', ')}`
}

export function keyName(index: number): string {
  return `k${index}`
}
