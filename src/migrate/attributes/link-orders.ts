/**
 * The orders of links, one for each side. In a relation of a type with itself the names of columns do not tell which side
 * they order: `article_ord` orders the children of a parent while each has one, and the parents once there may be several.
 */

import { name, sql } from '../../sql/sql.ts'
import { assign, updateJoined, updateWhere } from '../../sql/write-rows.ts'
import { tableIndex } from '../../tables/names.ts'
import type { LinkTable } from '../../tables/relation-hop.ts'
import type { Recorded } from '../record.ts'
import type { Step } from '../step.ts'

export type Orders = Pick<LinkTable, 'order' | 'inverseOrder'>

/** The order columns of each side, according to the names of indexes; null if the table is new, or has other columns. */
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

/** If the order column of one side becomes that of the other side, its values are moved. */
export function moveOrders({ table, order, inverseOrder }: LinkTable, before: Orders): readonly Step[] {
  const from = before.inverseOrder
  if (from === null || inverseOrder === null || from === inverseOrder) return []
  const isFreed = order === from
  const values = { [inverseOrder]: sql`${name(from)}`, ...(isFreed ? { [from]: sql`1` } : {}) }
  const statements = [updateWhere(table, assign(values), sql`1 = 1`)]
  // The new column is added first, or the old one dropped afterwards.
  return [{ kind: isFreed ? 'fillOrder' : 'keepOrder', table, text: `keep the order of links in ${table}`, statements }]
}

/** A side that was not ordered shows its links in the order they were made in: what is linked next comes after them. */
export function numberLinks({ table, owner, target, order, inverseOrder }: LinkTable, before: Orders): readonly Step[] {
  return [
    ...(before.order === null && order !== null ? [numbered(table, owner, order)] : []),
    ...(before.inverseOrder === null && inverseOrder !== null ? [numbered(table, target, inverseOrder)] : []),
  ]
}

function numbered(table: string, side: string, order: string): Step {
  const column = name(order)
  // A column that was left over may hold an order still.
  const places = sql`select "id", row_number() over (partition by ${name(side)} order by ${column} is null, ${column}, "id") as "place" from ${name(table)}`
  const statement = updateJoined({
    table,
    row: assign({ [order]: sql`p."place"` }),
    from: sql`(${places}) as p`,
    where: sql`p."id" = ${name(table)}."id"`,
  })
  return { kind: 'fillOrder', table, text: `number the links in ${table} by ${order}`, statements: [statement] }
}
