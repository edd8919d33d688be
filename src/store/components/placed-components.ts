/** The components at an attribute of a row, in order. */

import { holdsComponents } from '../../schema/attribute-kinds.ts'
import type { ComponentsAttribute, Model } from '../../schema/schema.ts'
import { bind, join, literal, name, type Sql, sql } from '../../sql/sql.ts'
import { deleteWhere } from '../../sql/write-rows.ts'
import { tableOf, type Via } from '../../tables/tables.ts'
import { groupPairs } from '../group-pairs.ts'
import { inParts, insertRows, isOneOf } from '../rows.ts'
import type { Store } from '../store.ts'

export interface PlacedComponent {
  readonly uid: string
  readonly id: number
}

/** A component that a row has before a write. */
export interface FoundComponent extends PlacedComponent {
  /** Whether other rows have it, too, as nested components after some upgrades from Strapi 4. */
  readonly isShared: boolean
}

/** An attribute of some rows, and the components in it. */
export interface ComponentsPlace {
  readonly store: Store
  readonly model: Model
  readonly attribute: ComponentsAttribute
}

/** By the id of the row; rows without components are left out. */
export type PlacedByRow = ReadonlyMap<number, readonly PlacedComponent[]>

export type FoundByRow = ReadonlyMap<number, readonly FoundComponent[]>

export const NOWHERE: FoundByRow = new Map()

/** Attributes of several rows. */
export interface ComponentsPlaces extends Omit<ComponentsPlace, 'attribute'> {
  readonly attributes: readonly ComponentsAttribute[]
  readonly ids: readonly number[]
}

/**
 * By the name of the attribute. One statement reads all of them. Strapi leaves places whose component is gone: they count as
 * places of the row, with nothing there.
 */
export async function placedIn(places: ComponentsPlaces): Promise<ReadonlyMap<string, FoundByRow>> {
  const { store, model, attributes, ids } = places
  const table = placesTableAmong(store, model, attributes)
  const found = new Map<string, Map<number, FoundComponent[]>>()
  if (table === null) return found
  const isWanted = isAt(attributes)
  for (const part of inParts(ids)) {
    const read = await readPlaces(store, table, { where: isWanted(part), isThere: isComponentThere(store, attributes) })
    for (const { owner, field, isThere, places, ...component } of read) {
      const byRow = found.get(field) ?? new Map<number, FoundComponent[]>()
      found.set(field, byRow)
      const known = byRow.get(owner) ?? []
      byRow.set(owner, known)
      if (isThere) known.push({ ...component, isShared: places > 1 })
    }
  }
  return found
}

/**
 * Components of whole rows, also at attributes that the schema no longer has: they stay until a migration may delete
 * them. Those that only these rows have are not shared.
 */
export async function componentsOf({ store, model, ids }: WholeRows): Promise<readonly FoundComponent[]> {
  const table = placesTableAmong(store, model, [...model.attributes.values()].filter(holdsComponents))
  if (table === null) return []
  const read = await readPlaces(store, table, { where: isOneOf('entity_id', ids), isThere: sql`1` })
  const here = groupPairs(read.map(({ uid, id }) => [`${uid} ${id}`, id]))
  return read.map(({ uid, id, places }) => ({ uid, id, isShared: places > (here.get(`${uid} ${id}`)?.length ?? 0) }))
}

export function idsByUid(components: readonly PlacedComponent[]): ReadonlyMap<string, number[]> {
  return groupPairs(components.map(({ uid, id }) => [uid, id]))
}

interface WholeRows {
  readonly store: Store
  readonly model: Model
  readonly ids: readonly number[]
}

interface OwnedComponent extends PlacedComponent {
  /** The row and the attribute that contain it. */
  readonly owner: number
  readonly field: string
  readonly isThere: boolean
  /** How many places it has, in any row of the model. */
  readonly places: number
}

interface PlacesRead {
  readonly where: Sql
  /** 1 where the component of a place is there. */
  readonly isThere: Sql
}

/** For places of these attributes. */
function isComponentThere(store: Store, attributes: readonly ComponentsAttribute[]): Sql {
  const uids = new Set(attributes.flatMap((each) => (each.kind === 'component' ? [each.target] : each.components)))
  const kinds = [...uids].map((uid) => {
    const table = name(tableOf(store.tables, uid).table)
    return sql`when ${literal(uid)} then case when exists (select 1 from ${table} as c where c."id" = p."cmp_id") then 1 else 0 end`
  })
  return kinds.length === 0 ? sql`1` : sql`case p."component_type" ${join(kinds, ' ')} else 1 end`
}

async function readPlaces(
  store: Store,
  table: string,
  { where, isThere }: PlacesRead,
): Promise<readonly OwnedComponent[]> {
  const count = sql`(select count(*) from ${name(table)} as q where q."cmp_id" = p."cmp_id" and q."component_type" = p."component_type")`
  const rows = await store.run(
    sql`select "component_type", "cmp_id", "entity_id", "field", ${isThere}, ${count} from ${name(table)} as p where ${where} order by "order", "id"`,
  )
  // Components that the schema no longer has are ignored: a migration has yet to remove them.
  return rows
    .map(([uid, id, owner, field, there, places]) => ({
      uid: String(uid),
      id: Number(id),
      owner: Number(owner),
      field: String(field),
      isThere: Number(there) === 1,
      places: Number(places),
    }))
    .filter(({ uid }) => store.schema.components.has(uid))
}

/** Changes which components the attribute has, by row, from `before`; the components themselves stay as they are. */
export async function placeComponents(
  { store, model, attribute }: ComponentsPlace,
  before: PlacedByRow,
  after: PlacedByRow,
): Promise<void> {
  const table = placesTableOf(store, model, attribute)
  const changed = [...after].filter(([id, components]) => !areSame(before.get(id) ?? [], components))
  if (table === null || changed.length === 0) return
  const emptied = changed.flatMap(([id]) => (before.has(id) ? [id] : []))
  for (const part of inParts(emptied)) await store.run(deleteWhere(table, isAt([attribute])(part)))
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
function isAt(attributes: readonly ComponentsAttribute[]): (ids: readonly number[]) => Sql {
  const fields = join(
    attributes.map((attribute) => literal(attribute.name)),
    ', ',
  )
  return (ids) => sql`${isOneOf('entity_id', ids)} and "field" in (${fields})`
}

function areSame(before: readonly PlacedComponent[], after: readonly PlacedComponent[]): boolean {
  return (
    before.length === after.length && before.every(({ uid, id }, at) => uid === after[at]?.uid && id === after[at].id)
  )
}

/** A model has one table for all of its attributes; null where none of these allows a component. */
function placesTableAmong(store: Store, owner: Model, attributes: readonly ComponentsAttribute[]): string | null {
  const tables = attributes.map((attribute) => placesTableOf(store, owner, attribute))
  return tables.find((table) => table !== null) ?? null
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
