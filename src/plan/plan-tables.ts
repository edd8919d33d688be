/** Every table that a plan reads: when none of them changes, neither does the response. */

import type { AggregatePlan, PlannedPath } from './aggregate-plan.ts'
import type {
  Condition,
  MemberValue,
  ObjectShape,
  OrderKey,
  PlannedFacet,
  ReadPlan,
  Related,
  RelatedArm,
  RelatedRows,
} from './read-plan.ts'

export function tablesOf(plan: ReadPlan): readonly string[] {
  return distinct([
    ...tablesOfMatches(plan),
    ...inOrder(plan.order),
    ...inShape(plan.entry),
    ...plan.facets.flatMap(inFacet),
  ])
}

function inFacet({ key, condition }: PlannedFacet): readonly string[] {
  return [...inPaths([key]), ...(condition === null ? [] : inCondition(condition))]
}

/** The same of groups. */
export function tablesOfGroups({ table, condition, by, measures }: AggregatePlan): readonly string[] {
  return distinct([table, ...inCondition(condition), ...inPaths([...by, ...measures])])
}

/** Those that decide which rows there are, and how many. */
export function tablesOfMatches({ table, condition }: ReadPlan): readonly string[] {
  return distinct([table, ...inCondition(condition)])
}

/** In an order of their own, so that equal sets are equal lists. */
function distinct(tables: readonly string[]): readonly string[] {
  return [...new Set(tables)].sort()
}

function inCondition(condition: Condition): readonly string[] {
  switch (condition.kind) {
    case 'and':
    case 'or':
      return condition.items.flatMap(inCondition)
    case 'exists':
      return [
        ...inRows(condition.rows),
        ...(condition.orNone.kind === 'yes' ? inCondition(condition.orNone.among) : []),
      ]
    case 'none':
      return inRows(condition.rows)
    case 'counted':
      return condition.rows.flatMap(inRows)
    case 'notTrue':
      return inCondition(condition.item)
    case 'version':
      return [condition.version.table]
    case 'firstLocale':
      return [condition.choice.table, ...inCondition(condition.choice.among)]
    case 'test':
    case 'json':
    case 'constant':
      return []
  }
}

function inRows({ hop, table, condition }: RelatedRows): readonly string[] {
  return [...(hop.via === null ? [] : [hop.via.table]), table, ...inCondition(condition)]
}

function inPaths(paths: readonly PlannedPath[]): readonly string[] {
  return paths.flatMap(({ through }) => through.flatMap(inRows))
}

function inOrder(order: readonly OrderKey[]): readonly string[] {
  return order.flatMap(({ through, value }) =>
    [...through, ...(value.kind === 'count' ? [value.rows] : [])].flatMap(inRows),
  )
}

function inShape({ members }: ObjectShape): readonly string[] {
  return members.flatMap(({ value }) => inValue(value))
}

function inValue(value: MemberValue): readonly string[] {
  switch (value.kind) {
    case 'condition':
      return inCondition(value.condition)
    case 'object':
      return inShape(value.shape)
    case 'related':
    case 'pageMeta':
      return inRelated(value.related)
    case 'column':
    case 'text':
      return []
  }
}

function inRelated({ arms }: Related): readonly string[] {
  return arms.flatMap(inArm)
}

function inArm({ rows, order, shape }: RelatedArm): readonly string[] {
  return [...inRows(rows), ...inOrder(order), ...inShape(shape)]
}
