/**
 * The tables, or published rows of tables, that a plan depends on: while none of them changes, the response stays the same.
 * A plan that reads only published rows does not depend on drafts, nor on their links and components
 * (docs/decisions/0015-drafts-leave-published-responses-alone.md).
 */

import type { TableRoles } from '../tables/table-roles.ts'
import type { AggregatePlan, PlannedPath } from './aggregate-plan.ts'
import type { MemberValue, ObjectShape, OrderKey, PlannedFacet, ReadPlan, Related, RelatedArm } from './read-plan.ts'
import { type Root, type Rows, rowReads } from './row-reads.ts'

export function tablesOf(plan: ReadPlan, roles: TableRoles): readonly string[] {
  const read = readsOf(roles)
  const rows = read.rootOf(plan)
  return distinct([
    ...tablesOfMatches(plan, roles),
    ...read.inOrder(plan.order, rows),
    ...read.inShape(plan.entry, rows),
    ...plan.facets.flatMap((facet) => read.inFacet(facet, plan)),
  ])
}

/** The same of groups. */
export function tablesOfGroups(plan: AggregatePlan, roles: TableRoles): readonly string[] {
  const read = readsOf(roles)
  const paths = read.inPaths([...plan.by, ...plan.measures], read.rootOf(plan))
  return distinct([...tablesOfMatches(plan, roles), ...paths])
}

/** Tables that determine which rows match, and how many. */
export function tablesOfMatches(plan: Root, roles: TableRoles): readonly string[] {
  const read = rowReads(roles)
  const rows = read.rootOf(plan)
  return distinct([rows.name, ...read.inCondition(plan.condition, rows)])
}

/** In an order of their own, so that equal sets are equal lists. */
function distinct(tables: readonly string[]): readonly string[] {
  return [...new Set(tables)].sort()
}

function readsOf(roles: TableRoles) {
  const { rootOf, rowsOf, inRows, inCondition, inThrough } = rowReads(roles)

  const inPaths = (paths: readonly PlannedPath[], rows: Rows): readonly string[] =>
    paths.flatMap(({ through }) => inThrough(through, rows)[0])

  const inOrder = (order: readonly OrderKey[], rows: Rows): readonly string[] =>
    order.flatMap(({ through, value }) => {
      const [tables, end] = inThrough(through, rows)
      return value.kind === 'count' ? [...tables, ...inRows(value.rows, end)] : tables
    })

  const inShape = ({ members }: ObjectShape, rows: Rows): readonly string[] =>
    members.flatMap(({ value }) => inValue(value, rows))

  function inValue(value: MemberValue, rows: Rows): readonly string[] {
    switch (value.kind) {
      case 'condition':
        return inCondition(value.condition, rows)
      case 'object':
        return inShape(value.shape, rows)
      case 'related':
      case 'pageMeta':
        return inRelated(value.related, rows)
      case 'column':
      case 'text':
        return []
    }
  }

  const inRelated = ({ arms }: Related, rows: Rows): readonly string[] => arms.flatMap((arm) => inArm(arm, rows))

  function inArm({ rows: related, order, shape }: RelatedArm, near: Rows): readonly string[] {
    const rows = rowsOf(related, near.published)
    return [...inRows(related, near), ...inOrder(order, rows), ...inShape(shape, rows)]
  }

  function inFacet({ key, condition }: PlannedFacet, plan: ReadPlan): readonly string[] {
    const rows = rootOf({ table: plan.table, condition: condition ?? plan.condition })
    const own = condition === null ? [] : [rows.name, ...inCondition(condition, rows)]
    return [...own, ...inPaths([key], rows)]
  }

  return { rootOf, inOrder, inShape, inPaths, inFacet }
}
