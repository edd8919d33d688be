/** Checks a plan against the limit on lookups of related rows in conditions and sorts. */

import { limitExceeded } from '../config/limit-exceeded.ts'
import type { Limits } from '../config/limits.ts'
import type { AggregatePlan, PlannedPath } from './aggregate-plan.ts'
import type {
  Condition,
  MemberValue,
  ObjectShape,
  OrderKey,
  PlannedFacet,
  ReadPlan,
  RelatedArm,
  RelatedRows,
} from './read-plan.ts'

export function withinLimits(plan: ReadPlan, limits: Limits): ReadPlan {
  refuseMany(lookupsIn(plan), limits)
  return plan
}

export function groupsWithinLimits(plan: AggregatePlan, limits: Limits): AggregatePlan {
  refuseMany(lookupsInGroups(plan), limits)
  return plan
}

export function lookupsIn({ condition, order, entry, facets }: ReadPlan): number {
  return inCondition(condition) + inOrder(order) + inShape(entry) + inFacets(facets)
}

export function lookupsInGroups({ condition, by, measures }: AggregatePlan): number {
  return inCondition(condition) + inPaths([...by, ...measures])
}

function inFacets(facets: readonly PlannedFacet[]): number {
  return sum(facets.map(({ key, condition }) => inPaths([key]) + (condition === null ? 0 : inCondition(condition))))
}

function refuseMany(lookups: number, { filterRelations }: Limits): void {
  if (lookups > filterRelations) throw limitExceeded('filterRelations', filterRelations)
}

function inPaths(paths: readonly PlannedPath[]): number {
  return sum(paths.map(({ through }) => through.length))
}

function inCondition(condition: Condition): number {
  switch (condition.kind) {
    case 'and':
    case 'or':
      return sum(condition.items.map(inCondition))
    case 'exists':
    case 'none':
      return inRows(condition.rows)
    case 'counted':
      return sum(condition.rows.map(inRows))
    case 'notTrue':
      return inCondition(condition.item)
    case 'firstLocale':
      return inCondition(condition.choice.among)
    case 'test':
    case 'json':
    case 'version':
    case 'words':
    case 'constant':
      return 0
  }
}

function inRows({ condition }: RelatedRows): number {
  return 1 + inCondition(condition)
}

function inOrder(order: readonly OrderKey[]): number {
  return sum(order.map(({ through, value }) => through.length + (value.kind === 'count' ? 1 : 0)))
}

function inShape({ members }: ObjectShape): number {
  return sum(members.map(({ value }) => inValue(value)))
}

function inValue(value: MemberValue): number {
  switch (value.kind) {
    case 'object':
      return inShape(value.shape)
    case 'related':
      return sum(value.related.arms.map(inArm))
    case 'pageMeta':
      return sum(value.related.arms.map(({ rows }) => inCondition(rows.condition)))
    case 'column':
    case 'text':
    case 'condition':
      return 0
  }
}

function inArm({ rows, order, shape }: RelatedArm): number {
  return inCondition(rows.condition) + inOrder(order) + inShape(shape)
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, number) => total + number, 0)
}
