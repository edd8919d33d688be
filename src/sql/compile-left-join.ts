/**
 * A filter that is also true for rows without related rows, such as `$null` through a relation. As subqueries it takes two
 * for each row: whether some related row satisfies it, and whether there is any. Inside an EXISTS, where duplicates do not
 * matter, one left join does both:
 *
 *   exists (select 1 from products_category_lnk as t2 join products as t1 on …
 *     left join (reviews_product_lnk as t4 join reviews as t3 on …) on t4.product_id = t1.id
 *     where t2.category_id = t0.id and t3.stars is null)
 *
 * Used for planners that plan each subquery separately (`prefersJoins`).
 */

import { ALWAYS, allOf, itemsOf } from '../plan/conditions.ts'
import type { Condition } from '../plan/read-plan.ts'
import { compileHop } from './compile-hop.ts'
import { ofRelated, type Scope } from './scope.ts'
import { join, type Sql, sql } from './sql.ts'

export type Compile = (condition: Condition, own: string, scope: Scope) => Sql

export interface Tested {
  /** SQL to append after the row in a `from`. */
  readonly joins: Sql
  readonly where: readonly Sql[]
}

type Exists = Extract<Condition, { kind: 'exists' }>

/** Joins one list at most: with two, each row of one would be combined with each row of the other. */
export function compileTested(condition: Condition, own: string, scope: Scope, compile: Compile): Tested {
  const items = itemsOf(condition)
  const found = scope.dialect.prefersJoins ? items.find(isJoinable) : undefined
  if (found === undefined) return { joins: sql``, where: whereOf(condition, own, scope, compile) }
  const others = allOf(items.filter((item) => item !== found))
  const { joins, where } = leftJoin(found, own, scope, compile)
  return { joins, where: [...whereOf(others, own, scope, compile), ...where] }
}

function whereOf(condition: Condition, own: string, scope: Scope, compile: Compile): readonly Sql[] {
  return condition === ALWAYS ? [] : [compile(condition, own, scope)]
}

function leftJoin({ rows, orNone }: Exists, own: string, scope: Scope, compile: Compile): Tested {
  const among = amongOf(orNone)
  const { from, where, target } = compileHop(rows, own, scope)
  const inner = ofRelated(scope, rows)
  const on = join([...where, ...whereOf(allOf(among), target, inner, compile)], ' and ')
  const filter = allOf(itemsOf(rows.condition).filter((item) => !among.includes(item)))
  const tested = compileTested(filter, target, inner, compile)
  // PostgreSQL does not allow a single table in parentheses.
  const joined = rows.hop.via === null ? from : sql`(${from})`
  return { joins: sql` left join ${joined} on ${on}${tested.joins}`, where: tested.where }
}

/** The conditions that make a row related (version, locale) must be separable from the filter itself. */
function isJoinable(item: Condition): item is Exists {
  if (item.kind !== 'exists' || item.orNone.kind === 'no') return false
  const items = itemsOf(item.rows.condition)
  return amongOf(item.orNone).every((one) => items.includes(one))
}

function amongOf(orNone: Exists['orNone']): readonly Condition[] {
  return orNone.kind === 'no' ? [] : itemsOf(orNone.among).filter((item) => item !== ALWAYS)
}
