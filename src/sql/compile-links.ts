/**
 * Counts related rows by counting links, without reading the rows, which takes several times as long. That is correct only
 * if no link is dangling, which the statement itself checks (see docs/decisions/0017-counts-by-links.md).
 */

import type { RelatedRows } from '../plan/read-plan.ts'
import type { Hop } from '../tables/tables.ts'
import type { Extent } from './dangling-links.ts'
import type { Scope } from './scope.ts'
import { alias, column, rowsOf, type Sql, sql } from './sql.ts'

export interface CountableLinks {
  readonly noDanglingLinks: Sql
  readonly from: Sql
  readonly where: Sql
}

/** Null if rows have to be read, or if the check takes longer than reading them. */
export function compileLinks(rows: RelatedRows, own: string, scope: Scope, extent: Extent): CountableLinks | null {
  const { hop, table, condition } = rows
  const noDanglingLinks = scope.dialect.noDanglingLinks[extent]
  const isAsked = condition.kind !== 'constant' || !condition.holds
  if (noDanglingLinks === null || hop.via === null || isAsked || !isBareLink(hop)) return null
  const via = scope.alias()
  return {
    noDanglingLinks: noDanglingLinks({ links: hop.via.table, far: hop.via.far, table, to: hop.to }),
    from: sql`${rowsOf(hop.via.table)} as ${alias(via)}`,
    where: sql`${column(via, hop.via.near)} = ${column(own, hop.from)}`,
  }
}

/** Whether links alone determine which rows are related. */
function isBareLink({ via, fromWhere, toWhere, notSelf }: Hop): boolean {
  const constants = [...fromWhere, ...toWhere, ...(via?.where ?? []), ...(via?.except ?? [])]
  return !notSelf && constants.length === 0
}
