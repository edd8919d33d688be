/**
 * ReadPlan → the one statement. The page is cut first, by ids and sort values alone; everything that an entry
 * shows is read for the rows of the page only.
 *
 *   select c.total, e.body
 *   from (select count(*) as total from articles as t0 where …) as c
 *   left join (
 *     select json_object(…) as body, p.k0, p.k1
 *     from (select t1.id as id, t1.title as k0, t1.id as k1 from articles as t1 where … order by k0 asc, k1 asc limit 25) as p
 *     join articles as t2 on t2.id = p.id
 *   ) as e on true
 *   order by e.k0 asc, e.k1 asc
 *
 * With filters, the rows that match may be gathered first and the page cut from those:
 *
 *   with m as materialized (select t0.id as id, t0.title as k0, t0.id as k1 from articles as t0 where …)
 *   select c.total, e.body from (select count(*) as total from m) as c left join (… (select * from m order by … limit 25) as p …
 *
 * Where the database stores row counts, and the condition is of version and locale alone, rows are counted only if necessary:
 *
 *   select coalesce(case when … then (select sum(entries) from lectern_counts where …) end, (select count(*) …)) as total

 *
 * A capped total stops counting: select count(*) as total from (select 1 from articles as t0 where … limit 1001) as n
 *
 * Rows: [total or null, body or null]. With no rows on the page, one row with the total alone.
 */

import { isById } from '../plan/by-id.ts'
import { hasLists } from '../plan/has-lists.ts'
import type { OrderKey, ReadPlan } from '../plan/read-plan.ts'
import { isPlain, isSelective } from '../plan/selective.ts'
import { versionRowsOf } from '../plan/version-rows.ts'
import { compileObject } from './compile-object.ts'
import { compileOrderValue, directionOf } from './compile-order.ts'
import { compileWhere } from './compile-where.ts'
import type { Dialect } from './dialect.ts'
import { newScope, type Scope } from './scope.ts'
import { alias, bind, column, integer, join, name, render, type Sql, sql } from './sql.ts'
import type { Statement } from './statement.ts'

export function compileRead(plan: ReadPlan, dialect: Dialect): Statement {
  const scope = newScope(dialect)
  return render(plan.count ? compileCounted(plan, scope) : compileUncounted(plan, scope), dialect)
}

function compileUncounted(plan: ReadPlan, scope: Scope): Sql {
  const entries = compileEntries(plan, compilePage(plan, scope), scope)
  const once = hasLists(plan.entry) ? scope.dialect.workedOutOnce : sql``
  return sql`select null, ${entryOf(plan, scope)} from (${entries}${once}) as e ${orderBy(plan.order, 'e')}`
}

function compileCounted(plan: ReadPlan, scope: Scope): Sql {
  const body = entryOf(plan, scope)
  const counted = (count: Sql, page: Sql) =>
    sql`select c.total, ${body} from (${count}) as c left join (${compileEntries(plan, page, scope)}) as e on true ${orderBy(plan.order, 'e')}`
  if (!isOnePass(plan)) return counted(countOf(plan, scope), compilePage(plan, scope))
  const matches = compileMatches(plan, scope)
  const page = sql`select * from m ${orderBy(plan.order, null)} ${window(plan)}`
  return sql`with m ${scope.dialect.gathered(matches)} ${counted(totalOf(sql`from m`, plan), page)}`
}

/** Only entries with lists need a bound. */
function entryOf({ entry }: ReadPlan, { dialect }: Scope): Sql {
  const body = sql`e.body`
  return hasLists(entry) ? dialect.jsonEntry(body) : body
}

/**
 * Whether the rows that match are gathered once, then counted and cut. In the order of ids a page is usually found
 * long before its rows have all been looked at, and rows that an index can count need not be gathered: then they are not.
 * Nor are they where counting stops soon, which it does unless few rows match.
 */
function isOnePass({ condition, order, indexed, countCap }: ReadPlan): boolean {
  if (indexed || isPlain(condition)) return false
  if (countCap !== null) return isSelective(condition)
  const isByIds = order.length === 1 && order.every(isById)
  return !isByIds || isSelective(condition)
}

/** The total alone. */
export function compileCount(plan: ReadPlan, dialect: Dialect): Statement {
  return render(countOf(plan, newScope(dialect)), dialect)
}

function countOf(plan: ReadPlan, scope: Scope): Sql {
  const row = scope.alias()
  const counted = totalOf(sql`from ${name(plan.table)} as ${alias(row)}${whereOf(plan, row, scope)}`, plan)
  const kept = keptCountOf(plan, scope.dialect)
  return kept === null ? counted : sql`select coalesce(${kept}, (${counted})) as total`
}

/** A total beyond the cap is one more than it. */
function totalOf(from: Sql, { countCap }: ReadPlan): Sql {
  if (countCap === null) return sql`select count(*) as total ${from}`
  return sql`select count(*) as total from (select 1 ${from} limit ${integer(countCap + 1)}) as n`
}

/** The stored total, an expression that is null where it must be counted; null where totals are not stored. */
function keptCountOf({ table, condition }: ReadPlan, { keptCount }: Dialect): Sql | null {
  const rows = versionRowsOf(condition)
  return keptCount === null || rows === null ? null : keptCount(table, rows)
}

/** Whether the database stores the total. */
export function hasKeptCount(plan: ReadPlan, dialect: Dialect): boolean {
  return keptCountOf(plan, dialect) !== null
}

function compileEntries(plan: ReadPlan, page: Sql, scope: Scope): Sql {
  const entry = scope.alias()
  const keys = plan.order.map((_, index) => column('p', keyName(index)))
  return sql`select ${compileObject(plan.entry, entry, scope)} as body, ${join(keys, ', ')} from (${page}) as p join ${name(plan.table)} as ${alias(entry)} on ${column(entry, 'id')} = p.id`
}

function compilePage(plan: ReadPlan, scope: Scope): Sql {
  return sql`${compileMatches(plan, scope)} ${orderBy(plan.order, null)} ${window(plan)}`
}

/** Ids and sort values of all rows that satisfy the condition. */
function compileMatches(plan: ReadPlan, scope: Scope): Sql {
  const row = scope.alias()
  const keys = plan.order.map((key, index) => sql`${compileOrderValue(key, row, scope)} as ${name(keyName(index))}`)
  return sql`select ${column(row, 'id')} as id, ${join(keys, ', ')} from ${name(plan.table)} as ${alias(row)}${whereOf(plan, row, scope)}`
}

/**
 * The limit is inlined, not bound: a planner that does not know plans anew for every value (SQLite), or plans for a
 * tenth of the table (PostgreSQL). Sites use few page sizes. The offset is bound, unless it is 0.
 */
function window({ limit, start }: ReadPlan): Sql {
  return start === 0 ? sql`limit ${integer(limit)}` : sql`limit ${integer(limit)} offset ${bind(start)}`
}

/** Without a condition there is no where: a count of a whole table is then a matter of its b-tree. */
function whereOf({ condition }: ReadPlan, row: string, scope: Scope): Sql {
  if (condition.kind === 'constant' && condition.holds) return sql``
  return sql` where ${compileWhere(condition, row, scope)}`
}

function orderBy(order: readonly OrderKey[], of: string | null): Sql {
  const keys = order.map((key, index) => {
    const value = of === null ? name(keyName(index)) : column(of, keyName(index))
    return sql`${value}${directionOf(key)}`
  })
  return sql`order by ${join(keys, ', ')}`
}

function keyName(index: number): string {
  return `k${index}`
}
