/**
 * What a plan reads of which tables: when none of it changes, neither does the response. A plan that reads published
 * rows alone does not depend on drafts, nor on their links and components:
 * docs/decisions/0015-drafts-leave-published-responses-alone.md.
 */

import { publishedRowsOf } from '../tables/published-rows.ts'
import type { TableRoles } from '../tables/table-roles.ts'
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
import { publishedIn } from './version-rows.ts'

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
  const read = readsOf(roles)
  const rows = read.rootOf(plan)
  return distinct([rows.name, ...read.inCondition(plan.condition, rows)])
}

/** In an order of their own, so that equal sets are equal lists. */
function distinct(tables: readonly string[]): readonly string[] {
  return [...new Set(tables)].sort()
}

type Root = Pick<ReadPlan, 'table' | 'condition'>

/** Rows that a plan reads. */
interface Rows {
  /** As a dependency: the table, or its published rows. */
  readonly name: string
  /** Whether no draft is among them, nor a component of one. */
  readonly published: boolean
}

function readsOf(roles: TableRoles) {
  function rowsOf({ table, condition }: Root, isOwnerPublished: boolean): Rows {
    const role = roles.get(table)
    if (role?.kind === 'entries' && !role.drafts) return { name: table, published: true }
    const published = role?.kind === 'components' ? isOwnerPublished : role !== undefined && isPublished(condition)
    return { name: published ? publishedRowsOf(table) : table, published }
  }

  const rootOf = (plan: Root): Rows => rowsOf(plan, false)

  /** A response shows a link only if it shows the rows at both ends. */
  function linkOf({ hop }: RelatedRows, near: Rows, far: Rows): readonly string[] {
    if (hop.via === null) return []
    const { table } = hop.via
    const isNoted = roles.get(table)?.kind === 'links'
    return [isNoted && near.published && far.published ? publishedRowsOf(table) : table]
  }

  function inRows(related: RelatedRows, near: Rows): readonly string[] {
    const far = rowsOf(related, near.published)
    return [...linkOf(related, near, far), far.name, ...inCondition(related.condition, far)]
  }

  function inCondition(condition: Condition, rows: Rows): readonly string[] {
    switch (condition.kind) {
      case 'and':
      case 'or':
        return condition.items.flatMap((item) => inCondition(item, rows))
      case 'exists':
        return [
          ...inRows(condition.rows, rows),
          ...(condition.orNone.kind === 'yes'
            ? inRows({ ...condition.rows, condition: condition.orNone.among }, rows)
            : []),
        ]
      case 'none':
        return inRows(condition.rows, rows)
      case 'counted':
        return condition.rows.flatMap((related) => inRows(related, rows))
      case 'notTrue':
        return inCondition(condition.item, rows)
      case 'version':
        return [condition.version.published ? publishedRowsOf(condition.version.table) : condition.version.table]
      case 'firstLocale': {
        const { table, among } = condition.choice
        const others = rowsOf({ table, condition: among }, rows.published)
        return [others.name, ...inCondition(among, others)]
      }
      case 'test':
      case 'json':
      case 'words':
      case 'constant':
        return []
    }
  }

  function inThrough(through: readonly RelatedRows[], start: Rows): readonly [tables: readonly string[], end: Rows] {
    const tables: string[] = []
    let rows = start
    for (const related of through) {
      tables.push(...inRows(related, rows))
      rows = rowsOf(related, rows.published)
    }
    return [tables, rows]
  }

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

  return { rootOf, inCondition, inOrder, inShape, inPaths, inFacet }
}

/** Whether only published rows can satisfy it. */
function isPublished(condition: Condition): boolean {
  switch (condition.kind) {
    case 'and':
      return condition.items.some(isPublished)
    case 'or':
      return condition.items.every(isPublished)
    case 'constant':
      return !condition.holds
    default:
      return publishedIn(condition) === true
  }
}
