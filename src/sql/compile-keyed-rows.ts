/**
 * The rows to group, each with its group keys (`b0`, `b1`, …) and measured values (`v0`, …).
 *
 * A path through a list gives a row for each value, and one row with null where the list is empty, like a filter through
 * that list. `distinct` makes a row count once in each group.
 *
 *   select distinct t0.id as id, t1.slug as b0 from articles as t0
 *   left join (articles_categories_lnk as t2 join categories as t1 on t1.id = t2.category_id) on t2.article_id = t0.id
 */

import type { PlannedKey, PlannedPath } from '../plan/aggregate-plan.ts'
import type { Column, ColumnKind, Condition, RelatedRows } from '../plan/read-plan.ts'
import { isPlain, readsListsAgain } from '../plan/selective.ts'
import { DATE_PARTS } from '../vocabulary/measures.ts'
import { compileRows } from './compile-condition.ts'
import { type JoinedValue, joinPath, type PathJoin, type PathStart, type StartRows } from './compile-path-joins.ts'
import { compileWhereOfAll } from './compile-where.ts'
import { selectGathered, startsAmong, startsGathered } from './gathered-rows.ts'
import type { Scope } from './scope.ts'
import { alias, column, integer, join, name, rowsOf, type Sql, sql } from './sql.ts'

export function compileKeyedRows({ table, rows, by, measures, nulls }: KeyedRows, scope: Scope): Sql {
  const own = rows === 'm' && [...by, ...measures].every(startsAtId) ? 'm' : scope.alias()
  const joinsAny = by.some((key) => isJoined(key, scope)) || measures.some((path) => joinedStep(path, scope) !== null)
  const starts = joinsAny ? startsOf(table, rows, scope) : null
  const keys = by.map((key) => compileKey(key, { own, starts }, nulls, scope))
  const measured = measures.map((path) => firstAlong(path, { own, starts }, scope))
  const columns = [
    sql`${column(own, 'id')} as id`,
    ...keys.map(({ value }, index) => sql`${value} as ${name(`b${index}`)}`),
    ...measured.map(({ value }, index) => sql`${value} as ${name(`v${index}`)}`),
  ]
  const distinct = by.some(({ toMany }) => toMany) ? sql`distinct ` : sql``
  const joins = join(
    [...keys, ...measured].map((joined) => joined.joins),
    '',
  )
  const { from, where } = compileSource(table, rows, own, scope)
  const select = sql`select ${distinct}${join(columns, ', ')} from `
  if (starts !== null && rows !== 'm') return selectGathered({ select, joins }, { table, where }, own, scope)
  return sql`${select}${from}${joins}${where}`
}

/** Rows that satisfy a condition, or rows whose ids are in the CTE `m`. */
export type RowsOf = Condition | 'm'

interface KeyedRows {
  readonly table: string
  readonly rows: RowsOf
  readonly by: readonly PlannedKey[]
  readonly measures: readonly PlannedPath[]
  /** Whether rows without a value are included. */
  readonly nulls: boolean
}

function compileSource(
  table: string,
  rows: RowsOf,
  own: string,
  scope: Scope,
): Readonly<Record<'from' | 'where', Sql>> {
  const from = sql`${rowsOf(table)} as ${alias(own)}`
  if (own === 'm') return { from: sql`m`, where: sql`` }
  if (rows === 'm') return { from: sql`m join ${from} on ${column(own, 'id')} = m.id`, where: sql`` }
  const isAll = rows.kind === 'constant' && rows.holds
  return { from, where: isAll ? sql`` : sql` where ${compileWhereOfAll(rows, own, scope)}` }
}

/** Whether the first hop starts at the id, a column of `m`. */
function startsAtId({ through: [first] }: PlannedPath): boolean {
  return first !== undefined && first.hop.from === 'id' && first.hop.fromWhere.length === 0
}

/** Null for all rows of a version and a locale. */
function startsOf(table: string, rows: RowsOf, scope: Scope): StartRows | null {
  if (rows === 'm') return startsAmong('m', table, scope)
  return isPlain(rows) ? null : startsGathered(table, scope)
}

function isJoined(key: PlannedKey, scope: Scope): boolean {
  return key.toMany ? readsListsAgain(key.through) : joinedStep(key, scope) !== null
}

/** For to-one relations. Null if the dialect uses a subquery for each row instead. */
function joinedStep({ through }: PlannedPath, { dialect }: Scope): PathJoin['step'] | null {
  return through.length === 0 ? null : dialect.firstInOrder
}

function compileKey(key: PlannedKey, source: PathStart, nulls: boolean, scope: Scope): JoinedValue {
  const { own } = source
  if (!key.toMany) {
    const { value, joins } = firstAlong(key, source, scope)
    return { value: keyValue(value, key, scope), joins }
  }
  const joined = isJoined(key, scope) ? joinPath(key.through, valuesOf(key, nulls, scope), source, scope) : null
  if (joined !== null) return joined
  const kind = nulls ? sql`left join` : sql`join`
  let last = own
  const joins = key.through.map((rows) => {
    const { from, where, target } = compileRows(rows, last, scope)
    last = target
    return rows.hop.via === null ? sql` ${kind} ${from} on ${where}` : sql` ${kind} (${from}) on ${where}`
  })
  return { value: keyValue(column(last, key.column.name), key, scope), joins: join(joins, '') }
}

function valuesOf(key: PlannedKey, nulls: boolean, scope: Scope): PathJoin {
  return {
    join: nulls ? 'left join' : 'join',
    lastValue: (row) => ({ value: keyValue(column(row.own, key.column.name), key, scope), joins: sql`` }),
    step: (start, value, from) => sql`select distinct ${start} as k, ${value} as v from ${from}`,
  }
}

/** For to-one relations: the value of the row that populate would show. */
function firstAlong(path: PlannedPath, source: PathStart, scope: Scope): JoinedValue {
  const { through, column: ended } = path
  const step = joinedStep(path, scope)
  const lastValue: PathJoin['lastValue'] = (row) => ({ value: column(row.own, ended.name), joins: sql`` })
  const joined = step === null ? null : joinPath(through, { join: 'left join', lastValue, step }, source, scope)
  return joined ?? { value: firstValue(through, ended, source.own, scope), joins: sql`` }
}

function firstValue(through: readonly RelatedRows[], ended: Column, own: string, scope: Scope): Sql {
  const [next, ...rest] = through
  if (next === undefined) return column(own, ended.name)
  const { from, where, target, order } = compileRows(next, own, scope)
  return sql`(select ${firstValue(rest, ended, target, scope)} from ${from} where ${where} order by ${join(order, ', ')} limit 1)`
}

/** How the values of a key compare and are shown. Datetimes become texts, so that groups differ in what is shown. */
export function keyKind({ part, column: { kind } }: Pick<PlannedKey, 'part' | 'column'>): ColumnKind {
  return part !== null || kind === 'datetime' || kind === 'time' ? 'text' : kind
}

/** The value in the form that rows are grouped by. */
export function keyValue(value: Sql, { part, column: { kind } }: PlannedKey, { dialect }: Scope): Sql {
  if (part === null) return kind === 'datetime' || kind === 'time' ? dialect.shownText(value, kind) : value
  const text = dialect.shownText(value, kind === 'timestamp' ? 'datetime' : kind)
  return sql`substr(${text}, 1, ${integer(DATE_PARTS[part])})`
}
