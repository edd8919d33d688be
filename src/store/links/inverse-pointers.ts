/** Foreign keys, seen from the row that they point to. */

import { bind, column, type IdPair, join, literal, name, type Sql, sql } from '../../sql/sql.ts'
import { type RowValues, updateWhere } from '../../sql/write-rows.ts'
import { type Hop, tableOf } from '../../tables/tables.ts'
import { inParts, isOneOf } from '../rows.ts'
import type { Store } from '../store.ts'
import { constantConditions } from './link-table.ts'
import type { PointerTarget } from './own-pointer.ts'
import { counterpartOf, isPaired, lockDocumentsOf, type RowCopy } from './pairing.ts'

/** The rows that point, those of `target`, and how. */
export interface InversePointers extends PointerTarget {
  readonly store: Store
}

/** Rows of the target that point at the row `id`. */
export async function pointingRows({ store, hop, target }: InversePointers, id: number): Promise<readonly number[]> {
  const table = name(tableOf(store.tables, target.uid).table)
  const rows = await store.run(sql`select t."id" from ${table} as t where ${pointsAt(hop, 't', id)} order by t."id"`)
  return rows.map(([row]) => Number(row))
}

/** Makes rows of the target point at the row `id`, or at none. */
export async function pointTo(
  { store, hop, target }: InversePointers,
  rows: readonly number[],
  id: number | null,
): Promise<void> {
  const values: RowValues = [
    { column: hop.to, value: bind(id) },
    ...hop.toWhere.map(({ column, equals }) => ({ column, value: id === null ? sql`null` : literal(equals) })),
  ]
  const { table } = tableOf(store.tables, target.uid)
  for (const part of inParts(rows)) {
    await store.run(updateWhere(table, values, isOneOf('id', part)))
  }
}

/**
 * Rows that point to one version of a document: their matching versions point to the other one. A row without versions has
 * one pointer only, which stays.
 */
export async function copyInversePointers(copy: RowCopy, at: PointerTarget): Promise<void> {
  if (!isPaired(at.target, copy.pairing)) return
  // One pair at a time costs little: nothing points to components, and entries are copied one by one.
  for (const pair of copy.pairs) await copyPointersAt(copy, at, pair)
}

async function copyPointersAt(copy: RowCopy, { target, hop }: PointerTarget, { from, to }: IdPair): Promise<void> {
  const { store } = copy
  const table = name(tableOf(store.tables, target.uid).table)
  const pointers = { store, hop, target }
  await lockDocumentsOf(store, target, sql`select l."id" from ${table} as l where ${pointsAt(hop, 'l', from)}`)
  const rows = await store.run(
    sql`select ${column('c', 'id')} from ${table} as l${counterpartOf(copy, target, column('l', 'id'))} where ${pointsAt(hop, 'l', from)}`,
  )
  const counterparts = rows.map(([row]) => Number(row))
  if (!copy.isNew) await pointTo(pointers, await pointingRows(pointers, to), null)
  await pointTo(pointers, counterparts, to)
}

function pointsAt(hop: Hop, alias: string, id: number): Sql {
  return join([sql`${column(alias, hop.to)} = ${bind(id)}`, ...constantConditions(hop.toWhere, alias)], ' and ')
}
