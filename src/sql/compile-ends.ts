/**
 * What is at the end of a way, for all rows at once. Where several rows lead to the same one and it leads to a list, a subquery
 * for each row would read that list again and again. Instead each step is a table of starts `k` and of what is at the end from
 * there, `v`; the steps are joined from the last one to the first, and each list is read once.
 *
 *   from articles as t0 left join (
 *     select t2.article_id as k, t4.v as v
 *     from articles_author_lnk as t2 cross join authors as t1 left join (…) as t4 on t4.k = t1.id
 *     where t2.author_id = t1.id
 *   ) as t5 on t5.k = t0.id
 *
 * Where planners do not choose well between an index and a scan for such a subquery, each list is sorted so (`joinsWays`), and
 * rows are grouped and measured so along relations to one, too (`firstInOrder`).
 *
 * Where few rows are looked at, each step has only the starts that these lead to: `where t2.article_id in (select id from w) and …`.
 */

import type { RelatedRows } from '../plan/read-plan.ts'
import type { Hop } from '../tables/tables.ts'
import { compileCondition } from './compile-condition.ts'
import { compileHopBack, constants } from './compile-hop.ts'
import type { Scope } from './scope.ts'
import { alias, column, join, type Sql, sql } from './sql.ts'

export interface Ends {
  readonly join: 'join' | 'left join'
  /** What is read of the row at the end. */
  readonly end: (row: From) => JoinedEnds
  /** The rows of one step, as `k` and `v`. `order`: of those with the same key, as the links have it. */
  readonly step: (key: Sql, value: Sql, from: Sql, order: Sql) => Sql
}

export interface JoinedEnds {
  readonly value: Sql
  /** To follow the row in a `from`. */
  readonly joins: Sql
}

/** Selects a column of the rows that a step starts from. */
export type Starts = (column: string) => Sql

/** Null where a step depends on the row itself. Without starts, it is computed from all rows. */
export function joinEnds(
  through: readonly RelatedRows[],
  ends: Ends,
  { own, starts }: From,
  scope: Scope,
): JoinedEnds | null {
  return through.some(({ hop }) => hop.notSelf) ? null : endsFrom(through, ends, { own, starts }, scope)
}

/** The rows that a way starts from. */
export interface From {
  /** Their alias. */
  readonly own: string
  /** Null where they are most of the table, or all. */
  readonly starts: Starts | null
  /** Whether they are a whole list; related rows and rows that are named are few. */
  readonly many?: true
}

function endsFrom(through: readonly RelatedRows[], ends: Ends, { own, starts }: From, scope: Scope): JoinedEnds {
  const [next, ...rest] = through
  if (next === undefined) return ends.end({ own, starts })
  const { start, from, where, target, order } = rowsAtEnd(next, starts, scope)
  const reached = starts === null ? null : startsAtEnd(next, starts, scope)
  const { value, joins } = endsFrom(rest, ends, { own: target, starts: reached }, scope)
  const step = ends.step(start, value, sql`${from}${joins}${where}`, join(order, ', '))
  return joinStep(step, ends.join, { hop: next.hop, own }, scope)
}

/** The number of rows that each leads to. Null where it depends on the row itself which these are. */
export function joinCounts(rows: RelatedRows, { own, starts }: From, scope: Scope): JoinedEnds | null {
  if (rows.hop.notSelf) return null
  const { start, from, where } = rowsAtEnd(rows, starts, scope)
  const step = sql`select ${start} as k, count(*) as v from ${from}${where} group by ${start}`
  const { value, joins } = joinStep(step, 'left join', { hop: rows.hop, own }, scope)
  return { value: sql`coalesce(${value}, 0)`, joins }
}

function rowsAtEnd({ hop, table, condition }: RelatedRows, starts: Starts | null, scope: Scope) {
  const { value: start, from, where, target, order } = compileHopBack(hop, table, scope, 'links')
  const started = starts === null ? [] : [scope.dialect.oftenTrue(sql`${start} in (${starts(hop.from)})`)]
  const conditions = [...started, ...where, compileCondition(condition, target, scope)]
  return { start, from, where: sql` where ${join(conditions, ' and ')}`, target, order }
}

function startsAtEnd(rows: RelatedRows, starts: Starts, scope: Scope): Starts {
  return (of) => {
    const { from, where, target } = rowsAtEnd(rows, starts, scope)
    return sql`select ${column(target, of)} from ${from}${where}`
  }
}

function joinStep(step: Sql, kind: Ends['join'], { hop, own }: Beginning, scope: Scope): JoinedEnds {
  const found = scope.alias()
  const on = [sql`${column(found, 'k')} = ${column(own, hop.from)}`, ...constants(own, hop.fromWhere)]
  return {
    value: column(found, 'v'),
    joins: sql` ${JOINS[kind]} (${step}) as ${alias(found)} on ${join(on, ' and ')}`,
  }
}

interface Beginning {
  readonly hop: Hop
  /** Alias of the row that it starts from. */
  readonly own: string
}

const JOINS = { join: sql`join`, 'left join': sql`left join` }
