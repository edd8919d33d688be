/**
 * The orders of links, one for each side. In a relation of a type with itself the names of columns do not tell which side
 * they order: `article_ord` orders the children of a parent while each has one, and the parents once there may be several.
 */

import { name, sql } from '../../sql/sql.ts'
import { assign, updateWhere } from '../../sql/write-rows.ts'
import { tableIndex } from '../../tables/names.ts'
import type { LinkTable } from '../../tables/relation-hop.ts'
import type { Recorded } from '../record.ts'
import type { Step } from '../step.ts'

export type Orders = Pick<LinkTable, 'order' | 'inverseOrder'>

/** What each side was ordered by, as the names of indexes tell; null for a table that has other columns, or is new. */
export function ordersBefore({ table, owner, target }: LinkTable, recorded: Recorded): Orders | null {
  const record = recorded.get(table)
  const isColumn = (column: string) => record?.columns.some((ours) => ours.name === column) === true
  if (record === undefined || !isColumn(owner) || !isColumn(target)) return null
  const indexed = (suffix: 'ofk' | 'oifk') => {
    const column = record.indexes.find((index) => index.name === tableIndex(table, suffix))?.columns[0]
    return column !== undefined && isColumn(column) ? column : null
  }
  return { order: indexed('ofk'), inverseOrder: indexed('oifk') }
}

/** Where the column of one side becomes that of the other, its values move along. */
export function moveOrders({ table, order, inverseOrder }: LinkTable, before: Orders): readonly Step[] {
  const from = before.inverseOrder
  if (from === null || inverseOrder === null || from === inverseOrder) return []
  const isFreed = order === from
  const values = { [inverseOrder]: sql`${name(from)}`, ...(isFreed ? { [from]: sql`1` } : {}) }
  const statements = [updateWhere(table, assign(values), sql`1 = 1`)]
  // The new column is added first, or the old one dropped afterwards.
  return [{ kind: isFreed ? 'fillOrder' : 'keepOrder', table, text: `keep the order of links in ${table}`, statements }]
}
