import type { SortKey, SortValue } from '../check/query.ts'
import type { Model } from '../schema/schema.ts'
import { BY_ID, isById } from './by-id.ts'
import { ofStatus, shownVersions } from './choose-versions.ts'
import { columnOf } from './columns.ts'
import { type FilterScope, relatedRows } from './plan-filter.ts'
import type { OrderKey, OrderValue } from './read-plan.ts'

export function planOrder(sort: readonly SortKey[], model: Model, scope: FilterScope): readonly OrderKey[] {
  return sort.map((key) => planKey(key, model, scope))
}

/** Pages need a total order: ties go to the lower id, unless the last key is the id already. */
export function withTieBreak(order: readonly OrderKey[]): readonly OrderKey[] {
  const last = order.at(-1)
  if (last !== undefined && isById(last)) return order
  return [...order, BY_ID]
}

function planKey(key: SortKey, root: Model, scope: FilterScope): OrderKey {
  let model = root
  const through = key.through.map(({ attribute, target }) => {
    const rows = relatedRows(model, attribute, target, ofStatus(target, scope), scope.tables)
    model = target
    return rows
  })
  return { through, value: planValue(key.value, model, scope), direction: key.direction }
}

function planValue(value: SortValue, model: Model, scope: FilterScope): OrderValue {
  if (value.kind === 'field') return { kind: 'column', column: columnOf(model, value.attribute, scope.tables) }
  const { attribute, target } = value.link
  return {
    kind: 'count',
    rows: relatedRows(model, attribute, target, shownVersions(target, scope, scope.tables), scope.tables),
  }
}
