/**
 * ReadPlan → a statement whose rows are entries, all of them, to be read one after the other. The entry of each row is built
 * when that row is read: nothing but ids and sort values is sorted, and in the order of ids nothing is.
 *
 *   select (select json_object(…) from articles as t1 where t1.id = p.id)
 *   from (select t0.id as id, t0.title as k0, t0.id as k1 from articles as t0 where … order by k0, k1 limit …) as p
 *
 * Both databases read `p` in its order: it is the only thing that is selected from. With an outer order, SQLite would sort
 * whole entries. The limit is beyond all rows; without one, SQLite may merge both selects.
 */

import { hasLists } from '../plan/has-lists.ts'
import type { ReadPlan } from '../plan/read-plan.ts'
import { compilePage } from './compile-matches.ts'
import { compileObject } from './compile-object.ts'
import type { Dialect } from './dialect.ts'
import { newScope } from './scope.ts'
import { alias, column, render, rowsOf, sql } from './sql.ts'
import type { Statement } from './statement.ts'

/** Rows: [body]. */
export function compileExport(plan: ReadPlan, dialect: Dialect): Statement {
  const scope = newScope(dialect)
  const page = compilePage(plan, scope)
  const row = scope.alias()
  const entry = sql`(select ${compileObject(plan.entry, row, scope)} from ${rowsOf(plan.table)} as ${alias(row)} where ${column(row, 'id')} = p.id)`
  if (!hasLists(plan.entry)) return render(sql`select ${entry} as body from (${page}) as p`, dialect)
  const entries = sql`select ${dialect.entryApart(entry)} as body from (${page}) as p${dialect.workedOutOnce}`
  return render(sql`select ${dialect.jsonEntry(sql`e.body`)} as body from (${entries}) as e`, dialect)
}
