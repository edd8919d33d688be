/** Aggregate → AggregatePlan. */

import type { Aggregate, GroupKey, GroupOrder } from '../check/aggregate.ts'
import { isToMany } from '../check/check-group-key.ts'
import type { Query } from '../check/query.ts'
import type { Model } from '../schema/schema.ts'
import { type Tables, tableOf } from '../tables/tables.ts'
import type { AggregatePlan, PlannedKey } from './aggregate-plan.ts'
import type { FilterScope } from './plan-filter.ts'
import { planPath } from './plan-order.ts'
import { planRows, type Window } from './plan-read.ts'

export type GroupWindow = Pick<Window, 'start' | 'limit' | 'count'>

/** `query` says which entries. */
export function planAggregate(
  query: Query,
  { by, measures, count, having, sort }: Aggregate,
  window: GroupWindow,
  tables: Tables,
): AggregatePlan {
  const { type, status, publication, withoutDrafts } = query
  const scope = { tables, status, publication, withoutDrafts }
  return {
    table: tableOf(tables, type.uid).table,
    condition: planRows(query, null, tables),
    by: by.map((key) => planKey(key, type, scope)),
    measures: measures.map(({ name, measure, ...path }) => ({ name, measure, ...planPath(path, type, scope) })),
    size: count,
    having,
    order: [...sort, ...ties(by, sort)],
    start: window.start,
    limit: window.limit,
    count: window.count,
  }
}

export function planKey({ name, part, ...path }: GroupKey, type: Model, scope: FilterScope): PlannedKey {
  return { name, part, toMany: isToMany(path), ...planPath(path, type, scope) }
}

/** Groups differ in the values they are grouped by. */
function ties(by: readonly GroupKey[], sort: readonly GroupOrder[]): readonly GroupOrder[] {
  const sorted = sort.flatMap(({ value }) => (value.kind === 'key' ? [value.index] : []))
  return by.flatMap((_, index) => (sorted.includes(index) ? [] : [{ value: { kind: 'key', index }, direction: 'asc' }]))
}
