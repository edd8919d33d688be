/** Copies links and pointers of rows to others of the same document, in the version that matches it. */

import { type LinkAttribute, type MorphToAttribute, modelOf } from '../../schema/schema.ts'
import { type Hop, tableOf } from '../../tables/tables.ts'
import { copyLinkRows, linkedIds } from './copy-link-rows.ts'
import { copyInversePointers } from './inverse-pointers.ts'
import { linkOf, viaOf } from './link-table.ts'
import { clearPointers, copyPointers, isOwnColumn } from './own-pointer.ts'
import { isOneRow, type RowCopy } from './pairing.ts'
import { clearOtherOwners, detachFromOtherOwners, hasSingleOwner } from './single-owner.ts'

/** A related document without a matching row is not linked. */
export async function copyLinks(copy: RowCopy, attribute: LinkAttribute): Promise<void> {
  const { store, model, pairs } = copy
  const target = modelOf(store.schema, attribute.target)
  if (viaOf(store, model.uid, attribute.name) === null) {
    const hop = tableOf(store.tables, model.uid).hops.get(attribute.name)
    if (hop === undefined) return
    if (!isOwnColumn(hop)) return copyInversePointers(copy, { target, hop })
    // A reference to a type with one row a document is copied like any other column.
    if (!isOneRow(target)) {
      if (!copy.isNew) await clearPointers({ store, model, hop }, copiesIn(copy))
      await copyPointers(copy, { target, hop })
    }
    // One row at a time, as below.
    for (const { to } of pairs) await clearOtherOwners({ store, model, attribute, hop, id: to })
    return
  }
  const link = linkOf(store, model, attribute)
  const also = [link.order, link.otherOrder].filter((order) => order !== null)
  const links = { link, target, also, isOnce: true }
  if (!hasSingleOwner(model, attribute)) {
    await copyLinkRows(copy, links)
    return
  }
  const before = copy.isNew ? new Set() : await linkedIds(copy, link)
  const added = (await copyLinkRows(copy, links)).filter((far) => !before.has(far))
  // One row at a time costs little: only entries have single owners, and they are copied one by one.
  for (const { to } of pairs) await detachFromOtherOwners({ store, model, attribute, link, id: to }, added)
}

/** The same for relations to any type. */
export async function copyMorphTo(copy: RowCopy, attribute: MorphToAttribute): Promise<void> {
  const { store, model } = copy
  const hops = tableOf(store.tables, model.uid).arms.get(attribute.name) ?? new Map<string, Hop>()
  const [first] = hops.values()
  if (first === undefined) return
  // Many are rows of a table, one is two columns of the row itself.
  if (first.via === null && !copy.isNew) await clearPointers({ store, model, hop: first }, copiesIn(copy))
  const copying = [...hops].map(async ([uid, hop]) => {
    const target = modelOf(store.schema, uid)
    if (hop.via === null) await copyPointers(copy, { target, hop })
    else await copyLinkRows(copy, { link: hop.via, target, also: ['field', 'order'], isOnce: false })
  })
  await Promise.all(copying)
}

function copiesIn({ pairs }: RowCopy): readonly number[] {
  return pairs.map(({ to }) => to)
}
