import type { AttributePath, SortKey, SortStep, SortValue } from '../check/query.ts'
import type { Model } from '../schema/schema.ts'
import type { PlannedPath } from './aggregate-plan.ts'
import { BY_ID, isById } from './by-id.ts'
import { ofStatus, shownVersions } from './choose-versions.ts'
import { columnOf } from './columns.ts'
import type { FilterScope } from './plan-filter.ts'
import { randomKey } from './random-key.ts'
import type { OrderKey, OrderValue } from './read-plan.ts'
import { relatedRows } from './related-rows.ts'

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
  const { through, end } = along(key.through, root, scope)
  return { through, value: planValue(key.value, end, scope), direction: key.direction, nulls: key.nulls }
}

export function planPath(path: AttributePath, root: Model, scope: FilterScope): PlannedPath {
  const { through, end } = along(path.through, root, scope)
  return { through, column: columnOf(end, path.attribute, scope.tables) }
}

/** Only rows that populate would show with this status are followed. */
function along(steps: readonly SortStep[], root: Model, scope: FilterScope) {
  let end = root
  const through = steps.map(({ attribute, target }) => {
    const rows = relatedRows({ from: end, attribute, target }, ofStatus(target, scope), scope.tables)
    end = target
    return rows
  })
  return { through, end }
}

function planValue(value: SortValue, model: Model, scope: FilterScope): OrderValue {
  if (value.kind === 'random') return { kind: 'random', key: randomKey(value.seed) }
  if (value.kind === 'score') return value
  if (value.kind !== 'count') {
    const column = columnOf(model, value.attribute, scope.tables)
    return { kind: value.kind === 'folded' ? 'folded' : 'column', column }
  }
  const { attribute, target } = value.link
  const shown = shownVersions(target, scope, scope.tables)
  return { kind: 'count', rows: relatedRows({ from: model, attribute, target }, shown, scope.tables) }
}
