/** The table of a polymorphic to-many relation: one row for each target, of any type. */

import { bind, literal, name, sql } from '../../sql/sql.ts'
import { deleteWhere } from '../../sql/write-rows.ts'
import type { Via } from '../../tables/tables.ts'
import { groupPairs } from '../group-pairs.ts'
import { inParts, isOneOf, type RowValues } from '../rows.ts'
import type { Store } from '../store.ts'
import type { Link } from './link-table.ts'
import { type PlacedRow, reorderLinks } from './reorder-links.ts'

/** UID and id of a row: `api::tag.tag 5`. */
export type Pointed = `${string} ${number}`

export function pointed(uid: unknown, row: unknown): Pointed {
  return `${String(uid)} ${Number(row)}`
}

export function partsOf(to: Pointed): { readonly uid: string; readonly row: number } {
  const space = to.lastIndexOf(' ')
  return { uid: to.slice(0, space), row: Number(to.slice(space + 1)) }
}

/** The targets of one row. */
export interface MorphRows {
  readonly store: Store
  readonly id: number
  readonly via: Via
}

/** A row of the link table. */
interface LinkRow {
  readonly id: number
  readonly order: number | null
}

/** The row's targets in order, each with its link rows: there may be several, written from different sides. */
export type LinkedRows = ReadonlyMap<Pointed, readonly LinkRow[]>

export const NO_ROWS: LinkedRows = new Map()

export async function linkedRows({ store, id, via }: MorphRows): Promise<LinkedRows> {
  const rows = await store.run(
    sql`select ${name(typeColumnIn(via.where))}, ${name(via.far)}, "id", "order" from ${name(via.table)} where ${name(via.near)} = ${bind(id)} order by "order", "id"`,
  )
  return groupPairs(
    rows.map(([uid, row, own, order]) => [
      pointed(uid, row),
      { id: Number(own), order: order === null ? null : Number(order) },
    ]),
  )
}

export interface PointedChange {
  readonly before: LinkedRows
  readonly after: readonly Pointed[]
}

/**
 * Rows that stay keep the side they were written from. Returns those that are still to be inserted. The number of statements does
 * not depend on that of the rows.
 */
export async function placeRows(
  { store, id, via }: MorphRows,
  { before, after }: PointedChange,
): Promise<readonly RowValues[]> {
  const staying = new Set(after)
  const left = [...before].flatMap(([to, rows]) => (staying.has(to) ? [] : rows.map((row) => row.id)))
  for (const part of inParts(left)) await store.run(deleteWhere(via.table, isOneOf('id', part)))
  const kept = new Map([...before.values()].flat().map((row) => [row.id, row.order]))
  const placed: PlacedRow[] = []
  const added: RowValues[] = []
  for (const [index, to] of after.entries()) {
    const order = index + 1
    const rows = before.get(to)
    if (rows === undefined) added.push(newRow(via, id, to, order))
    else for (const row of rows) placed.push({ far: row.id, order })
  }
  const link: Link = { table: via.table, near: via.near, far: 'id', order: 'order', otherOrder: null, where: [] }
  await reorderLinks({ store, link, near: id }, kept, placed)
  return added
}

function newRow(via: Via, from: number, to: Pointed, order: number): RowValues {
  const { uid, row } = partsOf(to)
  return [
    { column: via.near, value: bind(from) },
    { column: via.far, value: bind(row) },
    { column: typeColumnIn(via.where), value: literal(uid) },
    { column: 'order', value: bind(order) },
  ]
}

/** The column that holds the UID, which is what tells the arms of one attribute apart. */
export function typeColumnIn(constants: Via['where']): string {
  const [type] = constants
  if (type === undefined) throw new Error('a relation to any type has no column for the type')
  return type.column
}
