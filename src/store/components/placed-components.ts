/** The components at an attribute of a row, in order. */

import type { Attribute, ComponentAttribute, DynamicZoneAttribute, Model } from '../../schema/schema.ts'
import { bind, literal, name, type Sql, sql } from '../../sql/sql.ts'
import { deleteWhere } from '../../sql/write-rows.ts'
import { tableOf, type Via } from '../../tables/tables.ts'
import { inParts, insertRows, isOneOf } from '../rows.ts'
import type { RowAttribute, Store } from '../store.ts'

export interface PlacedComponent {
  readonly uid: string
  readonly id: number
}

export type ComponentsAttribute = ComponentAttribute | DynamicZoneAttribute

/** The attribute of a row that the components stand at. */
export type ComponentsPlace = RowAttribute<ComponentsAttribute>

/** The same attribute of several rows. */
export interface ComponentsPlaces extends Omit<ComponentsPlace, 'id'> {
  readonly ids: readonly number[]
}

export async function placedComponents({ id, ...place }: ComponentsPlace): Promise<readonly PlacedComponent[]> {
  return (await placedIn({ ...place, ids: [id] })).get(id) ?? []
}

/** By the id of the row; rows without components are left out. */
export async function placedIn(places: ComponentsPlaces): Promise<ReadonlyMap<number, readonly PlacedComponent[]>> {
  const { store, model, attribute, ids } = places
  const table = placesTableOf(store, model, attribute)
  const found = new Map<number, PlacedComponent[]>()
  if (table === null) return found
  for (const part of inParts(ids)) {
    for (const { owner, ...component } of await readPlaces(store, table, isAt(attribute, part))) {
      const known = found.get(owner)
      if (known === undefined) found.set(owner, [component])
      else known.push(component)
    }
  }
  return found
}

/**
 * Components of whole rows, also at attributes that the schema no longer has: they stay until a migration may delete
 * them.
 */
export async function componentsOf({ store, model, ids }: WholeRows): Promise<readonly PlacedComponent[]> {
  const tables = [...model.attributes.values()].map((attribute) =>
    isOfComponents(attribute) ? placesTableOf(store, model, attribute) : null,
  )
  const table = tables.find((found) => found !== null)
  return table === undefined ? [] : readPlaces(store, table, isOneOf('entity_id', ids))
}

export function idsByUid(components: readonly PlacedComponent[]): ReadonlyMap<string, readonly number[]> {
  const ids = new Map<string, number[]>()
  for (const { uid, id } of components) {
    const known = ids.get(uid)
    if (known === undefined) ids.set(uid, [id])
    else known.push(id)
  }
  return ids
}

interface WholeRows {
  readonly store: Store
  readonly model: Model
  readonly ids: readonly number[]
}

export const isOfComponents = (attribute: Attribute): attribute is ComponentsAttribute =>
  attribute.kind === 'component' || attribute.kind === 'dynamiczone'

interface OwnedComponent extends PlacedComponent {
  /** The row that it stands in. */
  readonly owner: number
}

async function readPlaces(store: Store, table: string, condition: Sql): Promise<readonly OwnedComponent[]> {
  const rows = await store.run(
    sql`select "component_type", "cmp_id", "entity_id" from ${name(table)} where ${condition} order by "order", "id"`,
  )
  // Components that the schema no longer has are ignored: a migration has yet to remove them.
  return rows
    .map(([uid, id, owner]) => ({ uid: String(uid), id: Number(id), owner: Number(owner) }))
    .filter(({ uid }) => store.schema.components.has(uid))
}

/** Changes which components the attribute has, by row, from `before`; the components themselves stay as they are. */
export async function placeComponents(
  { store, model, attribute }: Omit<ComponentsPlace, 'id'>,
  before: ReadonlyMap<number, readonly PlacedComponent[]>,
  after: ReadonlyMap<number, readonly PlacedComponent[]>,
): Promise<void> {
  const table = placesTableOf(store, model, attribute)
  const changed = [...after].filter(([id, components]) => !areSame(before.get(id) ?? [], components))
  if (table === null || changed.length === 0) return
  const emptied = changed.flatMap(([id]) => (before.has(id) ? [id] : []))
  for (const part of inParts(emptied)) await store.run(deleteWhere(table, isAt(attribute, part)))
  const rows = changed.flatMap(([owner, components]) =>
    components.map(({ uid, id }, index) => [
      { column: 'entity_id', value: bind(owner) },
      { column: 'cmp_id', value: bind(id) },
      { column: 'component_type', value: literal(uid) },
      { column: 'field', value: literal(attribute.name) },
      // A single component has no order.
      { column: 'order', value: attribute.toMany ? bind(index + 1) : sql`null` },
    ]),
  )
  await insertRows(store, table, rows)
}

/** A condition on places. */
function isAt(attribute: ComponentsAttribute, ids: readonly number[]): Sql {
  return sql`${isOneOf('entity_id', ids)} and "field" = ${literal(attribute.name)}`
}

function areSame(before: readonly PlacedComponent[], after: readonly PlacedComponent[]): boolean {
  return (
    before.length === after.length && before.every(({ uid, id }, at) => uid === after[at]?.uid && id === after[at].id)
  )
}

/** Null for a dynamic zone that allows no component. */
export function placesTableOf(store: Store, owner: Model, attribute: ComponentsAttribute): string | null {
  const { hops, arms } = tableOf(store.tables, owner.uid)
  const via: Via | null | undefined =
    attribute.kind === 'component'
      ? hops.get(attribute.name)?.via
      : arms.get(attribute.name)?.values().next().value?.via
  return via?.table ?? null
}
