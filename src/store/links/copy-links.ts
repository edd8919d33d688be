/** Links of one row for another of the same document, in the version that goes with it. */

import type { Attribute, LinkAttribute, Model } from '../../schema/schema.ts'
import { modelOf } from '../../schema/schema.ts'
import { tableOf } from '../../tables/tables.ts'
import type { Store } from '../store.ts'
import { copyLinkRows } from './copy-link-rows.ts'
import { copyPointers } from './inverse-pointers.ts'
import { linkOf, viaOf } from './link-table.ts'
import { clearPointer, copyPointer, isOwnColumn } from './own-pointer.ts'
import { isOneRow, type Pairing } from './pairing.ts'
import { detachFromOtherOwners } from './single-owner.ts'

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
    if (!isOwnColumn(hop)) return copyPointers(store, hop, target, from, to, pairing)
    // Came with the other columns of the row.
    if (isOneRow(target)) return
    await clearPointer(store, table, hop, to)
    return copyPointer(store, table, target, hop, from, to, pairing)
  }
  const link = linkOf(store, model, attribute)
  const orders = [link.order, link.otherOrder].filter((order) => order !== null)
  const added = await copyLinkRows(store, link, target, from, to, pairing, orders)
  await detachFromOtherOwners(store, model, attribute, link, to, added)
}
