/** Whether a row has no Draft & Publish, or belongs to such a row. */

import { modelsOf } from '../../schema/models.ts'
import type { Model } from '../../schema/schema.ts'
import { literal, name, sql } from '../../sql/sql.ts'
import { tableOf } from '../../tables/tables.ts'
import { inParts, isOneOf } from '../rows.ts'
import type { Store } from '../store.ts'

/** Types with and without Draft & Publish may share a component: the owner decides how it is linked. */
export async function unversionedAmong(
  store: Store,
  model: Model,
  ids: readonly number[],
): Promise<ReadonlySet<number>> {
  if (model.kind !== 'component') return new Set(model.draftAndPublish ? [] : ids)
  const found = new Set<number>()
  if (ids.length === 0) return found
  for (const user of modelsOf(store.schema)) {
    const owners = await ownersAmong(store, user, { uid: model.uid, ids })
    const unversioned = await unversionedAmong(store, user, [...new Set(owners.values())])
    for (const [id, owner] of owners) if (unversioned.has(owner)) found.add(id)
  }
  return found
}

interface Components {
  readonly uid: string
  readonly ids: readonly number[]
}

/** The row of `user` that has each of the components, by component. */
async function ownersAmong(store: Store, user: Model, { uid, ids }: Components): Promise<ReadonlyMap<number, number>> {
  const owners = new Map<number, number>()
  const table = componentsTableOf(store, user, uid)
  if (table === null) return owners
  for (const part of inParts(ids)) {
    const rows = await store.run(
      sql`select "cmp_id", "entity_id" from ${name(table)} where "component_type" = ${literal(uid)} and ${isOneOf('cmp_id', part)}`,
    )
    for (const [id, owner] of rows) owners.set(Number(id), Number(owner))
  }
  return owners
}

/** Null where the model does not use the component. */
function componentsTableOf(store: Store, user: Model, uid: string): string | null {
  const { hops, arms } = tableOf(store.tables, user.uid)
  for (const attribute of user.attributes.values()) {
    const hop =
      attribute.kind === 'component' && attribute.target === uid
        ? hops.get(attribute.name)
        : attribute.kind === 'dynamiczone'
          ? arms.get(attribute.name)?.get(uid)
          : undefined
    if (hop?.via !== null && hop !== undefined) return hop.via.table
  }
  return null
}
