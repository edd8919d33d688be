/**
 * AggregatePlan → the one statement. Rows first, with what they are grouped by and measured in; then groups; then a page
 * of them.
 *
 *   with g as materialized (
 *     select * from (
 *       select r.b0, count(*) as n, sum(r.v0) as a0
 *       from (select t0.id as id, t0.format as b0, t0.views as v0 from articles as t0 where …) as r group by r.b0
 *     ) as g where g.n >= ?
 *   )
 *   select c.total, e.body
 *   from (select count(*) as total from g) as c
 *   left join (select json_object(…) as body, g.n as k0, g.b0 as k1 from g
 *     order by k0 desc nulls last, k1 asc nulls last limit 25) as e on true
 *   order by e.k0 desc nulls last, e.k1 asc nulls last
 *
 * Rows are those of a ReadPlan: [total or null, body or null].
 *
 * Where a value is that of a related row, the rows are a CTE of their own, `r as materialized (…)`: planners put the
 * subquery for such a value in every place that names it, and an average names it several times.
 */

import type { AggregatePlan, GroupOrder } from '../plan/aggregate-plan.ts'
import { MEASURE_NAMES } from '../vocabulary/measures.ts'
import { compileGroupValue, compileHaving, compileMeasure, shownMeasure } from './compile-group.ts'
import { compileKeyedRows, keyKind } from './compile-keyed-rows.ts'
import { directionOf } from './compile-order.ts'
import type { Dialect, JsonMember } from './dialect.ts'
import { type ReadSelect, selectOne } from './read-select.ts'
import { newScope, type Scope } from './scope.ts'
import { bind, column, integer, join, name, render, type Sql, sql } from './sql.ts'
import type { Statement } from './statement.ts'

export function compileAggregate(plan: AggregatePlan, dialect: Dialect): Statement {
  return render(selectOne(compileAggregatePlan(plan, newScope(dialect))), dialect)
}

export function compileAggregatePlan(plan: AggregatePlan, scope: Scope): ReadSelect {
  const page = compilePage(plan, scope)
  const order = join(
    plan.order.map((key, index) => sql`${column('e', keyName(index))}${groupDirection(key)}`),
    ', ',
  )
  const counted = sql`(select count(*) as total from g) as c left join (${page}) as e on true`
  return {
    gathered: sql`with ${compileGroups(plan, scope)} `,
    total: plan.count ? sql`c.total` : null,
    body: sql`e.body`,
    position: null,
    facets: null,
    from: plan.count ? counted : sql`(${page}) as e`,
    order: plan.order.length === 0 ? null : sql`order by ${order}`,
  }
}

function compileGroups(plan: AggregatePlan, scope: Scope): Sql {
  const { table, condition, by, measures } = plan
  const rows = compileKeyedRows({ table, rows: condition, by, measures, nulls: true }, scope)
  const gathered = (groups: Sql) => sql`g ${scope.dialect.gathered(groups)}`
  const isRelated = [...by, ...measures].some(({ through }) => through.length > 0)
  if (!isRelated) return gathered(compileGrouping(plan, sql`(${rows}) as r`, scope))
  return sql`r ${scope.dialect.gathered(rows)}, ${gathered(compileGrouping(plan, sql`r`, scope))}`
}

function compileGrouping(plan: AggregatePlan, rows: Sql, scope: Scope): Sql {
  const keys = plan.by.map((_, index) => column('r', `b${index}`))
  const measures = plan.measures.map(
    (measure, index) => sql`${compileMeasure(measure, column('r', `v${index}`), scope)} as ${name(`a${index}`)}`,
  )
  const columns = [...keys.map((key, index) => sql`${key} as ${name(`b${index}`)}`), sql`count(*) as n`, ...measures]
  const groupBy = keys.length === 0 ? sql`` : sql` group by ${join(keys, ', ')}`
  const groups = sql`select ${join(columns, ', ')} from ${rows}${groupBy}`
  if (plan.having === null) return groups
  return sql`select * from (${groups}) as g where ${compileHaving(plan.having, plan, scope)}`
}

function compilePage(plan: AggregatePlan, scope: Scope): Sql {
  const keys = plan.order.map((key, index) => sql`${orderValue(key, plan, scope)} as ${name(keyName(index))}`)
  const order = plan.order.map((key, index) => sql`${name(keyName(index))}${groupDirection(key)}`)
  const ordered = order.length === 0 ? sql`` : sql` order by ${join(order, ', ')}`
  const offset = plan.start === 0 ? sql`` : sql` offset ${bind(plan.start)}`
  const columns = join([sql`${compileBody(plan, scope)} as body`, ...keys], ', ')
  return sql`select ${columns} from g${ordered} limit ${integer(plan.limit)}${offset}`
}

/** Nulls last, whichever way: the order of groups is the same on every database. */
function groupDirection({ direction }: GroupOrder): Sql {
  return directionOf({ direction, nulls: 'last' })
}

function orderValue({ value }: GroupOrder, plan: AggregatePlan, scope: Scope): Sql {
  return compileGroupValue(value, plan, scope).sql
}

/** `{"by": {"format": "news"}, "count": 12, "sum": {"views": 3456}}` */
function compileBody({ by, measures, size }: AggregatePlan, { dialect }: Scope): Sql {
  const keys = by.map((key, index): JsonMember => {
    return { key: key.name, value: dialect.shown(column('g', `b${index}`), keyKind(key)) }
  })
  const shown = measures.map((measure, index) => ({
    measure,
    member: { key: measure.name, value: shownMeasure(measure, column('g', `a${index}`), dialect) },
  }))
  const measured = MEASURE_NAMES.flatMap((asked): readonly JsonMember[] => {
    const members = shown.filter(({ measure }) => measure.measure === asked).map(({ member }) => member)
    return members.length === 0 ? [] : [{ key: asked, value: dialect.jsonObject(members) }]
  })
  return dialect.jsonObject([
    ...(keys.length === 0 ? [] : [{ key: 'by', value: dialect.jsonObject(keys) }]),
    ...(size ? [{ key: 'count', value: column('g', 'n') }] : []),
    ...measured,
  ])
}

function keyName(index: number): string {
  return `k${index}`
}
