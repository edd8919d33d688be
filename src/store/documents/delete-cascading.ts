/** Deletes rows with their components and files. Link rows go with their rows, by foreign key. */

import { type Model, modelOf } from '../../schema/schema.ts'
import { bind, join, name, sql } from '../../sql/sql.ts'
import { deleteWhere, updateWhere } from '../../sql/write-rows.ts'
import { type Hop, tableOf } from '../../tables/tables.ts'
import { componentsOf, type PlacedComponent } from '../components/placed-components.ts'
import { constantConditions, deleteLinks, linkOf } from '../links/link-table.ts'
import { deleteRow } from '../rows.ts'
import type { Store } from '../store.ts'

export async function deleteCascading(store: Store, model: Model, id: number): Promise<void> {
  await deleteComponents(store, await componentsOf({ store, model, id }))
  for (const attribute of model.attributes.values()) {
    if (attribute.kind === 'media') await deleteLinks({ store, link: linkOf(store, model, attribute), near: id })
  }
  if (model.kind !== 'component') await unlinkMorphs(store, model, id)
  await deleteRow(store, tableOf(store.tables, model.uid).table, id)
}

export async function deleteComponents(store: Store, components: readonly PlacedComponent[]): Promise<void> {
  for (const { uid, id } of components) await deleteCascading(store, modelOf(store.schema, uid), id)
}

/** Polymorphic relations have no foreign key to their targets. */
async function unlinkMorphs(store: Store, model: Model, id: number): Promise<void> {
  for (const { table, arms } of store.tables.values()) {
    for (const ways of arms.values()) {
      const hop = ways.get(model.uid)
      if (hop !== undefined) await unlinkFrom(store, { table, hop }, id)
    }
  }
}

interface MorphArm {
  readonly table: string
  readonly hop: Hop
}

async function unlinkFrom(store: Store, { table, hop }: MorphArm, id: number): Promise<void> {
  const { via, from, fromWhere } = hop
  const [far, constants] = via === null ? [from, fromWhere] : [via.far, via.where]
  const where = join([sql`${name(far)} = ${bind(id)}`, ...constantConditions(constants)], ' and ')
  if (via !== null) {
    await store.run(deleteWhere(via.table, where))
    return
  }
  const cleared = [from, ...fromWhere.map(({ column }) => column)].map((column) => ({ column, value: sql`null` }))
  await store.run(updateWhere(table, cleared, where))
}
