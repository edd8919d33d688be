/**
 * Rows at the far end of links, counted by the links alone: reading the rows themselves takes several times as long. That
 * is correct only if each link leads to a row, which the statement itself checks (see
 * docs/decisions/0017-counts-by-links.md).
 */

import type { RelatedRows } from '../plan/read-plan.ts'
import type { Hop } from '../tables/tables.ts'
import type { Extent } from './link-ends.ts'
import type { Scope } from './scope.ts'
import { alias, column, rowsOf, type Sql, sql } from './sql.ts'

export interface CountableLinks {
  readonly eachLeads: Sql
  readonly from: Sql
  readonly where: Sql
}

/** Null where rows have to be read, or where checking the links takes longer than reading the rows. */
export function compileLinks(rows: RelatedRows, own: string, scope: Scope, extent: Extent): CountableLinks | null {
  const { hop, table, condition } = rows
  const eachLeads = scope.dialect.eachLinkLeads[extent]
  const isAsked = condition.kind !== 'constant' || !condition.holds
  if (eachLeads === null || hop.via === null || isAsked || !isBareLink(hop)) return null
  const via = scope.alias()
  return {
    eachLeads: eachLeads({ links: hop.via.table, far: hop.via.far, table, to: hop.to }),
    from: sql`${rowsOf(hop.via.table)} as ${alias(via)}`,
    where: sql`${column(via, hop.via.near)} = ${column(own, hop.from)}`,
  }
}

/** Whether the link alone says which rows are related. */
export function isBareLink({ via, fromWhere, toWhere, notSelf }: Hop): boolean {
  const constants = [...fromWhere, ...toWhere, ...(via?.where ?? []), ...(via?.except ?? [])]
  return !notSelf && constants.length === 0
}
