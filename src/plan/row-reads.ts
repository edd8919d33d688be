/** The tables that conditions and related rows read. */

import { publishedRowsOf } from '../tables/published-rows.ts'
import type { TableRoles } from '../tables/table-roles.ts'
import type { Condition, ReadPlan, RelatedRows } from './read-plan.ts'
import { publishedIn } from './version-rows.ts'

export type Root = Pick<ReadPlan, 'table' | 'condition'>

/** Rows that a plan reads. */
export interface Rows {
  /** The name of the dependency: the table, or its published rows. */
  readonly name: string
  /** Whether only published rows, and their components, are read. */
  readonly published: boolean
}

export function rowReads(roles: TableRoles) {
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

  return { rootOf, rowsOf, inRows, inCondition, inThrough }
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
