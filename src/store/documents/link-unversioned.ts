/**
 * A row without Draft & Publish links to both versions of a document. When the document is published for the first
 * time, the second link is missing; later, too, in a copy of an entry that was made in Strapi's admin panel.
 */

import type { ContentType, Model, RelationAttribute, Schema } from '../../schema/schema.ts'
import { locked } from '../../sql/locked.ts'
import { bind, join, name, sql } from '../../sql/sql.ts'
import { insertSelected } from '../../sql/write-rows.ts'
import { tableOf, type Via } from '../../tables/tables.ts'
import { constantConditions, insertLinkRows, type Link, linkOf } from '../links/link-table.ts'
import { pointersAt, pointsAt, writePointers } from '../links/own-pointer.ts'
import { inParts, isOneOf } from '../rows.ts'
import type { Store } from '../store.ts'
import { unversionedAmong } from './unversioned-owners.ts'

/** Rows of one document: `to` gets the links and pointers that `from` has. */
export interface VersionSwitch {
  readonly store: Store
  readonly type: ContentType
  readonly from: number
  readonly to: number
}

/** `from` is the draft, `to` the published row. */
export async function linkFromUnversioned({ store, type, from, to }: VersionSwitch): Promise<void> {
  const linking = oneWayRelationsTo(store.schema, type).map(async ([model, attribute]) => {
    const link = linkOf(store, model, attribute)
    const links = await linksToOnly(store, link, from, to)
    const owners = await unversionedAmong(
      store,
      model,
      links.map(({ near }) => near),
    )
    const added = links.filter(({ near }) => owners.has(near)).map((each) => ({ ...each, far: to, otherOrder: null }))
    await insertLinkRows(store, link, added)
  })
  await Promise.all(linking)
}

/** The same for polymorphic relations to many. */
export async function linkFromUnversionedMorphs(versions: VersionSwitch): Promise<void> {
  const { store, type } = versions
  const linking = unversionedOrComponents(store.schema).flatMap((model) =>
    [...tableOf(store.tables, model.uid).arms.values()].map(async (hops) => {
      const via = hops.get(type.uid)?.via
      if (via !== null && via !== undefined) await copyMorphLinks(versions, model, via)
    }),
  )
  await Promise.all(linking)
}

/**
 * A foreign key can point to one version only: to the published version where there is one, and back to the draft when that is
 * unpublished.
 */
export async function repointUnversioned({ store, type, from, to }: VersionSwitch): Promise<void> {
  const pointing = unversionedOrComponents(store.schema).flatMap((model) => {
    const { table } = tableOf(store.tables, model.uid)
    return pointersAt(store, model, type).map(async (hop) => {
      const rows = await store.run(
        locked(sql`select "id" from ${name(table)} where ${pointsAt(hop, from)} order by "id"`, store.dialect),
      )
      const ids = rows.map(([row]) => Number(row))
      await writePointers({ store, model, hop }, [...(await unversionedAmong(store, model, ids))], to)
    })
  })
  await Promise.all(pointing)
}

async function copyMorphLinks({ store, from, to }: VersionSwitch, model: Model, via: Via): Promise<void> {
  // Links written from the other side, as for files, are copied with the document itself.
  const where = [sql`${name(via.far)} = ${bind(from)}`, sql`"field" is null`, ...constantConditions(via.where)]
  const rows = await store.run(
    sql`select ${name(via.near)}, "id" from ${name(via.table)} where ${join(where, ' and ')} order by "id"`,
  )
  const owners = await unversionedAmong(
    store,
    model,
    rows.map(([near]) => Number(near)),
  )
  const ids = rows.filter(([near]) => owners.has(Number(near))).map(([, row]) => Number(row))
  const copied = [via.near, ...via.where.map(({ column }) => column), 'field', 'order']
  for (const part of inParts(ids)) {
    const select = sql`select ${join(copied.map(name), ', ')}, ${bind(to)} from ${name(via.table)} where ${isOneOf('id', part)} order by "id"`
    await store.run(insertSelected({ table: via.table, columns: [...copied, via.far], select }))
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

/** Links to `from` of rows that do not link to `to`. */
async function linksToOnly(store: Store, link: Link, from: number, to: number) {
  const columns = [link.near, ...(link.order === null ? [] : [link.order])].map(name)
  const [near, far, table] = [name(link.near), name(link.far), name(link.table)]
  const others = sql`select ${near} from ${table} where ${far} = ${bind(to)} and ${near} is not null`
  const rows = await store.run(
    sql`select ${join(columns, ', ')} from ${table} where ${far} = ${bind(from)} and ${near} not in (${others}) order by "id"`,
  )
  return rows.map(([near, order]) => ({
    near: Number(near),
    order: order === null || order === undefined ? null : Number(order),
  }))
}
