/** Links of one row for another of the same document, in the version that goes with it. */

import type { Attribute, LinkAttribute, Model } from '../schema/schema.ts'
import { modelOf } from '../schema/schema.ts'
import { bind, column, join, literal, name, sql } from '../sql/sql.ts'
import { tableOf, type Via } from '../tables/tables.ts'
import { constantly, deleteLinks, linkOf, viaOf } from './links.ts'
import { clearPointer, copyPointer, isOwn } from './own-pointer.ts'
import { counterpartOf, isOneRow, isPaired, keepDocuments, type Pairing } from './pairing.ts'
import { copyPointers } from './pointers.ts'
import { takeFromOthers } from './single-owner.ts'
import type { Store } from './store.ts'

/** A related document that has no row to go with is not linked at all. */
export async function copyLinks(
  store: Store,
  model: Model,
  attribute: Extract<Attribute, LinkAttribute>,
  from: number,
  to: number,
  pairing: Pairing,
): Promise<void> {
  const target = modelOf(store.schema, attribute.target)
  if (viaOf(store, model.uid, attribute.name) === null) {
    const { table, hops } = tableOf(store.tables, model.uid)
    const hop = hops.get(attribute.name)
    if (hop === undefined) return
    if (!isOwn(hop)) return copyPointers(store, hop, target, from, to, pairing)
    // Came with the other columns of the row.
    if (isOneRow(target)) return
    await clearPointer(store, table, hop, to)
    return copyPointer(store, table, target, hop, from, to, pairing)
  }
  const link = linkOf(store, model, attribute)
  await deleteLinks(store, link, to)
  const orders = [link.order, link.otherOrder].filter((order) => order !== null)
  await copyRows(store, link, target, from, to, pairing, orders)
  await takeFromOthers(store, model, attribute, link, to)
}

/** Rows of a table between two, for another row on the near side. `also` are columns to copy as they are. */
export async function copyRows(
  store: Store,
  link: Via,
  target: Model,
  from: number,
  to: number,
  pairing: Pairing,
  also: readonly string[],
): Promise<void> {
  const where = join([sql`${column('l', link.near)} = ${bind(from)}`, ...constantly(link.where, 'l')], ' and ')
  const paired = isPaired(target, pairing)
  const far = column('l', link.far)
  if (paired) await keepDocuments(store, target, sql`select ${far} from ${name(link.table)} as l where ${where}`)
  const counterpart = paired ? counterpartOf(store, target, far, pairing) : sql``
  const columns = [link.near, link.far, ...link.where.map((constant) => constant.column), ...also]
  const values = [
    bind(to),
    paired ? column('c', 'id') : far,
    ...link.where.map(({ equals }) => literal(equals)),
    ...also.map((copied) => column('l', copied)),
  ]
  await store.run(
    sql`insert into ${name(link.table)} (${join(columns.map(name), ', ')}) select ${join(values, ', ')} from ${name(link.table)} as l${counterpart} where ${where} order by ${column('l', 'id')}`,
  )
}
