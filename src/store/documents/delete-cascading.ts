/** Deletes rows with their components and files. Link rows go with their rows, by foreign key. */

import { type Model, modelOf } from '../../schema/schema.ts'
import { join, sql } from '../../sql/sql.ts'
import { deleteWhere, updateWhere } from '../../sql/write-rows.ts'
import { type Hop, tableOf } from '../../tables/tables.ts'
import { componentsOf, idsByUid, type PlacedComponent } from '../components/placed-components.ts'
import { constantConditions, deleteLinks, linkOf } from '../links/link-table.ts'
import { inParts, isOneOf } from '../rows.ts'
import type { Store } from '../store.ts'

/** Some hundred rows with all their components at a time: a locale may have many thousand. */
export const ROWS_AT_ONCE = 500

export async function deleteCascading(store: Store, model: Model, ids: readonly number[]): Promise<void> {
  for (const part of inParts(ids, ROWS_AT_ONCE)) await deletePart(store, model, part)
}

async function deletePart(store: Store, model: Model, ids: readonly number[]): Promise<void> {
  await deleteComponents(store, await componentsOf({ store, model, ids }))
  for (const attribute of model.attributes.values()) {
    if (attribute.kind === 'media') await deleteLinks({ store, link: linkOf(store, model, attribute) }, ids)
  }
  if (model.kind !== 'component') await unlinkMorphs(store, model, ids)
  await store.run(deleteWhere(tableOf(store.tables, model.uid).table, isOneOf('id', ids)))
}

export async function deleteComponents(store: Store, components: readonly PlacedComponent[]): Promise<void> {
  for (const [uid, ids] of idsByUid(components)) await deleteCascading(store, modelOf(store.schema, uid), ids)
}

/** Polymorphic relations have no foreign key to their targets. */
async function unlinkMorphs(store: Store, model: Model, ids: readonly number[]): Promise<void> {
  for (const { table, arms } of store.tables.values()) {
    for (const ways of arms.values()) {
      const hop = ways.get(model.uid)
      if (hop !== undefined) await unlinkFrom(store, { table, hop }, ids)
    }
  }
}

interface MorphArm {
  readonly table: string
  readonly hop: Hop
}

async function unlinkFrom(store: Store, { table, hop }: MorphArm, ids: readonly number[]): Promise<void> {
  const { via, from, fromWhere } = hop
  const [far, constants] = via === null ? [from, fromWhere] : [via.far, via.where]
  const where = join([isOneOf(far, ids), ...constantConditions(constants)], ' and ')
  if (via !== null) {
    await store.run(deleteWhere(via.table, where))
    return
  }
  const cleared = [from, ...fromWhere.map(({ column }) => column)].map((column) => ({ column, value: sql`null` }))
  await store.run(updateWhere(table, cleared, where))
}
