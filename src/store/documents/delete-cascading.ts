/** Deletes rows with their components and files. Foreign keys delete their link rows. */

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
  const components = await componentsOf({ store, model, ids })
  await deleteComponents(
    store,
    components.filter(({ isShared }) => !isShared),
  )
  const media = [...model.attributes.values()].filter((attribute) => attribute.kind === 'media')
  await Promise.all([
    ...media.map((attribute) => deleteLinks({ store, link: linkOf(store, model, attribute) }, ids)),
    ...morphArmsTo(store, model).map((arm) => unlinkFrom(store, arm, ids)),
    store.run(deleteWhere(tableOf(store.tables, model.uid).table, isOneOf('id', ids))),
  ])
}

export async function deleteComponents(store: Store, components: readonly PlacedComponent[]): Promise<void> {
  const deleting = [...idsByUid(components)].map(([uid, ids]) =>
    deleteCascading(store, modelOf(store.schema, uid), ids),
  )
  await Promise.all(deleting)
}

/** Polymorphic relations have no foreign key to their targets. */
function morphArmsTo(store: Store, model: Model): readonly MorphArm[] {
  if (model.kind === 'component') return []
  return [...store.tables.values()].flatMap(({ table, arms }) =>
    [...arms.values()].flatMap((hops) => {
      const hop = hops.get(model.uid)
      return hop === undefined ? [] : [{ table, hop }]
    }),
  )
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
