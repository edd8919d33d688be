/** Deletes rows with everything that hangs on them. Link rows go with their rows, by foreign key. */

import { type Model, modelOf } from '../schema/schema.ts'
import { tableOf } from '../tables/tables.ts'
import { deleteLinks, linkOf } from './links.ts'
import { deleteRow } from './rows.ts'
import type { Store } from './store.ts'
import { type PlacedComponent, placedComponents } from './write-components.ts'

export async function deleteWhole(store: Store, model: Model, id: number): Promise<void> {
  for (const attribute of model.attributes.values()) {
    if (attribute.kind === 'component' || attribute.kind === 'dynamiczone') {
      await deleteComponents(store, await placedComponents(store, model, id, attribute))
    }
    // Morph tables have no foreign key to what they lead to.
    if (attribute.kind === 'media') await deleteLinks(store, linkOf(store, model, attribute), id)
    if (attribute.kind === 'morphInverse') await deleteMorphLinks(store, model, id, attribute.name)
  }
  await deleteRow(store, tableOf(store.tables, model.uid).table, id)
}

export async function deleteComponents(store: Store, components: readonly PlacedComponent[]): Promise<void> {
  for (const { uid, id } of components) await deleteWhole(store, modelOf(store.schema, uid), id)
}

async function deleteMorphLinks(store: Store, model: Model, id: number, attribute: string): Promise<void> {
  const via = tableOf(store.tables, model.uid).hops.get(attribute)?.via
  if (via !== null && via !== undefined) await deleteLinks(store, via, id)
}
