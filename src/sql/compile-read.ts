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
 * Rows: [total or null, body or null]. With no rows on the page, one row with the total alone.
 */

import type { OrderKey, ReadPlan } from '../plan/read-plan.ts'
import { compileCondition } from './compile-condition.ts'
import { compileObject } from './compile-object.ts'
import { compileOrderValue, directionOf } from './compile-order.ts'
import type { Dialect } from './dialect.ts'
import { newScope, type Scope } from './scope.ts'
import { alias, bind, column, integer, join, name, render, type Sql, sql } from './sql.ts'
import type { Statement } from './statement.ts'

export function compileRead(plan: ReadPlan, dialect: Dialect): Statement {
  const scope = newScope(dialect)
  const order = orderBy(plan.order, 'e')
  const entries = compileEntries(plan, scope)
  const statement = plan.count
    ? sql`select c.total, e.body from (${countOf(plan, scope)}) as c left join (${entries}) as e on true ${order}`
    : sql`select null, e.body from (${entries}) as e ${order}`
  return render(statement, dialect.placeholder)
}

/** The total alone. */
export function compileCount(plan: ReadPlan, dialect: Dialect): Statement {
  return render(countOf(plan, newScope(dialect)), dialect.placeholder)
}

function countOf(plan: ReadPlan, scope: Scope): Sql {
  const row = scope.alias()
  return sql`select count(*) as total from ${name(plan.table)} as ${alias(row)}${whereOf(plan, row, scope)}`
}

function compileEntries(plan: ReadPlan, scope: Scope): Sql {
  const page = compilePage(plan, scope)
  const entry = scope.alias()
  const keys = plan.order.map((_, index) => column('p', keyName(index)))
  return sql`select ${compileObject(plan.entry, entry, scope)} as body, ${join(keys, ', ')} from (${page}) as p join ${name(plan.table)} as ${alias(entry)} on ${column(entry, 'id')} = p.id`
}

function compilePage(plan: ReadPlan, scope: Scope): Sql {
  const row = scope.alias()
  const keys = plan.order.map((key, index) => sql`${compileOrderValue(key, row, scope)} as ${name(keyName(index))}`)
  return sql`select ${column(row, 'id')} as id, ${join(keys, ', ')} from ${name(plan.table)} as ${alias(row)}${whereOf(plan, row, scope)} ${orderBy(plan.order, null)} ${window(plan)}`
}

/**
 * How many rows is said in the text: a planner that does not know plans anew for every value (SQLite), or plans for a
 * tenth of the table (PostgreSQL). Servers have few page sizes; where a page begins is bound, unless it is the first.
 */
function window({ limit, start }: ReadPlan): Sql {
  return start === 0 ? sql`limit ${integer(limit)}` : sql`limit ${integer(limit)} offset ${bind(start)}`
}

/** Without a condition there is no where: a count of a whole table is then a matter of its b-tree. */
function whereOf({ condition }: ReadPlan, row: string, scope: Scope): Sql {
  if (condition.kind === 'constant' && condition.holds) return sql``
  return sql` where ${compileCondition(condition, row, scope)}`
}

function orderBy(order: readonly OrderKey[], of: string | null): Sql {
  const keys = order.map((key, index) => {
    const value = of === null ? name(keyName(index)) : column(of, keyName(index))
    return sql`${value}${directionOf(key.direction)}`
  })
  return sql`order by ${join(keys, ', ')}`
}

function keyName(index: number): string {
  return `k${index}`
}
