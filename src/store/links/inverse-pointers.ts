/** Rows that point at another with columns of their own, seen from the row they point at. */

import type { Model } from '../../schema/schema.ts'
import { bind, column, join, literal, name, type Sql, sql } from '../../sql/sql.ts'
import { type RowValues, updateWhere } from '../../sql/write-rows.ts'
import { type Hop, tableOf } from '../../tables/tables.ts'
import type { Store } from '../store.ts'
import { constantConditions } from './link-table.ts'
import { counterpartOf, isPaired, lockDocumentsOf, type Pairing } from './pairing.ts'

/** Rows of `target` that point at the row `id`. */
export async function pointingRows(store: Store, hop: Hop, target: Model, id: number): Promise<readonly number[]> {
  const table = name(tableOf(store.tables, target.uid).table)
  const rows = await store.run(sql`select t."id" from ${table} as t where ${pointsAt(hop, 't', id)} order by t."id"`)
  return rows.map(([row]) => Number(row))
}

export async function pointTo(
  store: Store,
  hop: Hop,
  target: Model,
  rows: readonly number[],
  id: number | null,
): Promise<void> {
  if (rows.length === 0) return
  const values: RowValues = [
    { column: hop.to, value: bind(id) },
    ...hop.toWhere.map(({ column, equals }) => ({ column, value: id === null ? sql`null` : literal(equals) })),
  ]
  const { table } = tableOf(store.tables, target.uid)
  await store.run(updateWhere(table, values, sql`"id" in (${join(rows.map(bind), ', ')})`))
}

/**
 * What points at one version of a document points, in the version that goes with it, at another. What has no versions
 * has one pointer only, which stays.
 */
export async function copyPointers(
  store: Store,
  hop: Hop,
  target: Model,
  from: number,
  to: number,
  pairing: Pairing,
): Promise<void> {
  if (!isPaired(target, pairing)) return
  const table = name(tableOf(store.tables, target.uid).table)
  await lockDocumentsOf(store, target, sql`select l."id" from ${table} as l where ${pointsAt(hop, 'l', from)}`)
  const rows = await store.run(
    sql`select ${column('c', 'id')} from ${table} as l${counterpartOf(store, target, column('l', 'id'), pairing)} where ${pointsAt(hop, 'l', from)}`,
  )
  await pointTo(store, hop, target, await pointingRows(store, hop, target, to), null)
  await pointTo(
    store,
    hop,
    target,
    rows.map(([row]) => Number(row)),
    to,
  )
}

function pointsAt(hop: Hop, alias: string, id: number): Sql {
  return join([sql`${column(alias, hop.to)} = ${bind(id)}`, ...constantConditions(hop.toWhere, alias)], ' and ')
}
