/**
 * A row without Draft & Publish links to both versions of a document. When the document is published for the first
 * time, the second link is missing.
 */

import type { ContentType, Model, RelationAttribute, Schema } from '../../schema/schema.ts'
import { locked } from '../../sql/locked.ts'
import { bind, join, literal, name, sql } from '../../sql/sql.ts'
import { tableOf, type Via } from '../../tables/tables.ts'
import type { PlacedComponent } from '../components/placed-components.ts'
import { constantConditions, insertLinks, type Link, linkOf } from '../links/link-table.ts'
import { pointersAt, pointsAt, writePointer } from '../links/own-pointer.ts'
import { type Assignment, insertCopy } from '../rows.ts'
import type { Store } from '../store.ts'

/** Rows of one document: `to` gets the links and pointers that `from` has. */
export interface VersionSwitch {
  readonly store: Store
  readonly type: ContentType
  readonly from: number
  readonly to: number
}

/** `from` is the draft, `to` the published row. */
export async function linkFromUnversioned({ store, type, from, to }: VersionSwitch): Promise<void> {
  for (const [model, attribute] of oneWayRelationsTo(store.schema, type)) {
    const link = linkOf(store, model, attribute)
    for (const { near, order } of await linksTo(store, link, from)) {
      if (!(await isUnversioned(store, model, near))) continue
      await insertLinks({ store, link, near }, [{ far: to, order, otherOrder: null }])
    }
  }
}

/** The same for polymorphic relations to many. */
export async function linkFromUnversionedMorphs(versions: VersionSwitch): Promise<void> {
  const { store, type } = versions
  for (const model of unversionedOrComponents(store.schema)) {
    for (const ways of tableOf(store.tables, model.uid).arms.values()) {
      const via = ways.get(type.uid)?.via
      if (via !== null && via !== undefined) await copyMorphLinks(versions, model, via)
    }
  }
}

/**
 * A foreign key can point to one version only: to the published version where there is one, and back to the draft when that is
 * unpublished.
 */
export async function repointUnversioned({ store, type, from, to }: VersionSwitch): Promise<void> {
  for (const model of unversionedOrComponents(store.schema)) {
    const { table } = tableOf(store.tables, model.uid)
    for (const hop of pointersAt(store, model, type)) {
      const rows = await store.run(
        locked(sql`select "id" from ${name(table)} where ${pointsAt(hop, from)} order by "id"`, store.dialect),
      )
      for (const [row] of rows) {
        const id = Number(row)
        if (await isUnversioned(store, model, id)) await writePointer({ store, model, hop, id }, to)
      }
    }
  }
}

async function copyMorphLinks({ store, from, to }: VersionSwitch, model: Model, via: Via): Promise<void> {
  // Links written from the other side, as for files, are copied with the document itself.
  const where = [sql`${name(via.far)} = ${bind(from)}`, sql`"field" is null`, ...constantConditions(via.where)]
  const rows = await store.run(
    sql`select ${name(via.near)}, "id" from ${name(via.table)} where ${join(where, ' and ')} order by "id"`,
  )
  const copied = [via.near, ...via.where.map(({ column }) => column), 'field', 'order']
  const own: readonly Assignment[] = [{ column: via.far, value: bind(to) }]
  for (const [near, row] of rows) {
    if (await isUnversioned(store, model, Number(near)))
      await insertCopy(store, { table: via.table, columns: copied, from: Number(row) }, own)
  }
}

/** Relations with two sides are copied with the document itself. */
function oneWayRelationsTo(schema: Schema, type: ContentType): readonly (readonly [Model, RelationAttribute])[] {
  return unversionedOrComponents(schema).flatMap((source) =>
    [...source.attributes.values()].flatMap((attribute) =>
      attribute.kind === 'relation' &&
      attribute.useJoinTable &&
      attribute.target === type.uid &&
      attribute.mappedBy === null &&
      attribute.inversedBy === null
        ? [[source, attribute] as const]
        : [],
    ),
  )
}

function unversionedOrComponents(schema: Schema): readonly Model[] {
  const types = [...schema.contentTypes.values()].filter((source) => !source.draftAndPublish)
  return [...types, ...schema.components.values()]
}

async function linksTo(store: Store, link: Link, far: number) {
  const columns = [link.near, ...(link.order === null ? [] : [link.order])].map(name)
  const rows = await store.run(
    sql`select ${join(columns, ', ')} from ${name(link.table)} where ${name(link.far)} = ${bind(far)} order by "id"`,
  )
  return rows.map(([near, order]) => ({
    near: Number(near),
    order: order === null || order === undefined ? null : Number(order),
  }))
}

/** Types with and without Draft & Publish may share a component: the owner decides how it is linked. */
async function isUnversioned(store: Store, model: Model, id: number): Promise<boolean> {
  if (model.kind !== 'component') return !model.draftAndPublish
  for (const user of [...store.schema.contentTypes.values(), ...store.schema.components.values()]) {
    const owner = await ownerAmong(store, user, { uid: model.uid, id })
    if (owner !== null) return isUnversioned(store, user, owner)
  }
  return false
}

/** The row of `user` that has the component. */
async function ownerAmong(store: Store, user: Model, { uid, id }: PlacedComponent): Promise<number | null> {
  const table = componentsTableOf(store, user, uid)
  if (table === null) return null
  const [row] = await store.run(
    sql`select "entity_id" from ${name(table)} where "component_type" = ${literal(uid)} and "cmp_id" = ${bind(id)} limit 1`,
  )
  return row === undefined ? null : Number(row[0])
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
