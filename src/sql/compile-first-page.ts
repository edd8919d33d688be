/**
 * The first page in the order of ids, without filters: rows are found in that order, so each is read once.
 *
 *   select json_object(…) as body, t1.id as k0 from articles as t1 where … order by k0 asc limit 25
 *
 * Any other page is cut by ids and sort values first; otherwise JSON would also be built for rows that are only sorted or
 * skipped. That includes descending ids, since an index of version and locale usually gives ascending ones, and entries
 * with populated lists, whose rows are counted for a limit.
 */

import { BY_ID, isById } from '../plan/by-id.ts'
import { hasLists } from '../plan/has-lists.ts'
import type { ReadPlan } from '../plan/read-plan.ts'
import { isPlain } from '../plan/selective.ts'
import { cut, keyName, whereOf } from './compile-matches.ts'
import { compileObject } from './compile-object.ts'
import type { Scope } from './scope.ts'
import { alias, column, name, rowsOf, type Sql, sql } from './sql.ts'

export function isFirstPageById({ condition, order, start, seek, search, entry }: ReadPlan): boolean {
  const [key, ...others] = order
  const isAscending = key !== undefined && others.length === 0 && isById(key) && key.direction === BY_ID.direction
  return isAscending && start === 0 && seek === null && search === null && isPlain(condition) && !hasLists(entry)
}

export function compileFirstPage(plan: ReadPlan, scope: Scope): Sql {
  const row = scope.alias()
  const where = whereOf(plan, row, scope, { besides: null, extent: 'few' })
  const body = compileObject(plan.entry, row, scope)
  const from = sql`${rowsOf(plan.table)} as ${alias(row)}${where}`
  return sql`select ${body} as body, ${column(row, 'id')} as ${name(keyName(0))} from ${from} ${cut(plan)}`
}
