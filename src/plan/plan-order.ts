import type { SortKey } from '../check/query.ts'
import type { Model } from '../schema/schema.ts'
import { ofStatus } from './choose-versions.ts'
import { columnOf, ID } from './columns.ts'
import { type FilterScope, relatedRows } from './plan-filter.ts'
import type { OrderKey } from './read-plan.ts'

export function planOrder(sort: readonly SortKey[], model: Model, scope: FilterScope): readonly OrderKey[] {
  return sort.map((key) => planKey(key, model, scope))
}

/** Pages need a total order: ties go to the lower id, unless the last key is the id already. */
export function withTieBreak(order: readonly OrderKey[]): readonly OrderKey[] {
  const last = order.at(-1)
  if (last !== undefined && last.through.length === 0 && last.column.name === ID.name) return order
  return [...order, { through: [], column: ID, direction: 'asc' }]
}

function planKey(key: SortKey, root: Model, scope: FilterScope): OrderKey {
  let model = root
  const through = key.through.map(({ attribute, target }) => {
    const rows = relatedRows(model, attribute, target, ofStatus(target, scope), scope.tables)
    model = target
    return rows
  })
  return { through, column: columnOf(model, key.attribute, scope.tables), direction: key.direction }
}
