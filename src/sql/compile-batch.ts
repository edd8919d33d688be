/**
 * Several plans → one statement, and so one snapshot:
 *
 *   select 0, r.n, r.total, r.body, r.place, r.facets, r.found
 *   from (with m as … select row_number() over (order by e.k0 …) as n, c.total as total, e.body as body, … from …) as r
 *   union all
 *   select 1, …
 *
 * Rows: [part, n, total or null, body or null, position or null, facets or null, match or null], in no particular order.
 */

import type { AggregatePlan } from '../plan/aggregate-plan.ts'
import type { ReadPlan } from '../plan/read-plan.ts'
import { compileAggregatePlan } from './compile-aggregate.ts'
import { compilePlan } from './compile-read.ts'
import type { Dialect } from './dialect.ts'
import type { ReadSelect } from './read-select.ts'
import { newScope } from './scope.ts'
import { integer, join, render, type Sql, sql } from './sql.ts'
import type { Statement } from './statement.ts'

export type BatchPlan =
  | { readonly of: 'entries'; readonly plan: ReadPlan }
  | { readonly of: 'groups'; readonly plan: AggregatePlan }

export function compileBatch(plans: readonly BatchPlan[], dialect: Dialect): Statement {
  const parts = plans.map((planned, index) => {
    const scope = newScope(dialect)
    const part = planned.of === 'entries' ? compilePlan(planned.plan, scope) : compileAggregatePlan(planned.plan, scope)
    return selectPart(part, integer(index))
  })
  return render(join(parts, ' union all '), dialect)
}

/** Every column is cast: some databases take an untyped null for text, which cannot be combined with numbers. */
function selectPart(
  { gathered, total, body, position, facets, match = null, from, order }: ReadSelect,
  part: Sql,
): Sql {
  const columns = [
    sql`row_number() over (${order ?? sql``}) as n`,
    sql`${total ?? sql`cast(null as bigint)`} as total`,
    sql`${body} as body`,
    sql`cast(${position ?? sql`null`} as text) as place`,
    sql`cast(${facets ?? sql`null`} as text) as facets`,
    sql`cast(${match ?? sql`null`} as text) as found`,
  ]
  return sql`select ${part}, r.n, r.total, r.body, r.place, r.facets, r.found from (${gathered}select ${join(columns, ', ')} from ${from}) as r`
}
