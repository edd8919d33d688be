/**
 * Joins values that are reached along relations, for all rows at once: an author's list for each article, for example. Many
 * articles share an author, and a subquery for each article would read the author's list again. Here each hop is a derived
 * table of a key `k` and a value `v`. They are joined from the last hop to the first, and each list is read once.
 *
 *   from articles as t0 left join (
 *     select t2.article_id as k, t4.v as v
 *     from articles_author_lnk as t2 cross join authors as t1 left join (…) as t4 on t4.k = t1.id
 *     where t2.author_id = t1.id
 *   ) as t5 on t5.k = t0.id
 *
 * Planners that choose badly between an index and a scan for such a subquery (`prefersJoins`) get these joins for every
 * sort of a list, and for groups and measures along to-one relations (`firstInOrder`).
 *
 * If few rows need a value, each derived table has only their keys: `where t2.article_id in (select id from w) and …`.
 */

import type { RelatedRows } from '../plan/read-plan.ts'
import type { Hop } from '../tables/tables.ts'
import { compileCondition } from './compile-condition.ts'
import { compileReverseHop, constants } from './compile-hop.ts'
import type { Scope } from './scope.ts'
import { alias, column, join, type Sql, sql } from './sql.ts'

export interface PathJoin {
  readonly join: 'join' | 'left join'
  /** The value of the last related row. */
  readonly lastValue: (row: PathStart) => JoinedValue
  /** The derived table of one hop. `order`: the order of the links, for rows with the same key. */
  readonly step: (key: Sql, value: Sql, from: Sql, order: Sql) => Sql
}

export interface JoinedValue {
  readonly value: Sql
  /** SQL to append after the row in a `from`. */
  readonly joins: Sql
}

/** A select of one column of the rows whose values are needed. */
export type StartRows = (column: string) => Sql

/**
 * Null if a hop excludes the row itself, since then the value depends on the row. Without `starts`, values are computed for
 * all rows.
 */
export function joinPath(
  through: readonly RelatedRows[],
  pathJoin: PathJoin,
  { own, starts }: PathStart,
  scope: Scope,
): JoinedValue | null {
  return through.some(({ hop }) => hop.notSelf) ? null : joinRest(through, pathJoin, { own, starts }, scope)
}

/** The rows that need a value. */
export interface PathStart {
  /** Their alias. */
  readonly own: string
  /** Null if they are most or all rows of the table. */
  readonly starts: StartRows | null
  /** Set for a whole list; related rows, and rows requested by id, are few. */
  readonly many?: true
}

function joinRest(
  through: readonly RelatedRows[],
  pathJoin: PathJoin,
  { own, starts }: PathStart,
  scope: Scope,
): JoinedValue {
  const [next, ...rest] = through
  if (next === undefined) return pathJoin.lastValue({ own, starts })
  const { start, from, where, target, order } = relatedRows(next, starts, scope)
  const reached = starts === null ? null : nextStarts(next, starts, scope)
  const { value, joins } = joinRest(rest, pathJoin, { own: target, starts: reached }, scope)
  const step = pathJoin.step(start, value, sql`${from}${joins}${where}`, join(order, ', '))
  return joinStep(step, pathJoin.join, { hop: next.hop, own }, scope)
}

/** The number of related rows of each row. Null if the hop excludes the row itself. */
export function joinCounts(rows: RelatedRows, { own, starts }: PathStart, scope: Scope): JoinedValue | null {
  if (rows.hop.notSelf) return null
  const { start, from, where } = relatedRows(rows, starts, scope)
  const step = sql`select ${start} as k, count(*) as v from ${from}${where} group by ${start}`
  const { value, joins } = joinStep(step, 'left join', { hop: rows.hop, own }, scope)
  return { value: sql`coalesce(${value}, 0)`, joins }
}

function relatedRows({ hop, table, condition }: RelatedRows, starts: StartRows | null, scope: Scope) {
  const { value: start, from, where, target, order } = compileReverseHop(hop, table, scope, 'links')
  const started = starts === null ? [] : [scope.dialect.oftenTrue(sql`${start} in (${starts(hop.from)})`)]
  const conditions = [...started, ...where, compileCondition(condition, target, scope)]
  return { start, from, where: sql` where ${join(conditions, ' and ')}`, target, order }
}

function nextStarts(rows: RelatedRows, starts: StartRows, scope: Scope): StartRows {
  return (of) => {
    const { from, where, target } = relatedRows(rows, starts, scope)
    return sql`select ${column(target, of)} from ${from}${where}`
  }
}

function joinStep(step: Sql, kind: PathJoin['join'], { hop, own }: JoinedHop, scope: Scope): JoinedValue {
  const found = scope.alias()
  const on = [sql`${column(found, 'k')} = ${column(own, hop.from)}`, ...constants(own, hop.fromWhere)]
  return {
    value: column(found, 'v'),
    joins: sql` ${JOINS[kind]} (${step}) as ${alias(found)} on ${join(on, ' and ')}`,
  }
}

interface JoinedHop {
  readonly hop: Hop
  /** Alias of the row to join to. */
  readonly own: string
}

const JOINS = { join: sql`join`, 'left join': sql`left join` }
