/** A change of a relation: `set`, or `connect` and `disconnect`, with positions. */

import {
  type ContentType,
  type Model,
  type MorphInverseAttribute,
  type MorphToAttribute,
  modelOf,
  type RelationAttribute,
} from '../../schema/schema.ts'
import { bind, join, name, sql } from '../../sql/sql.ts'
import { deleteWhere, updateWhere } from '../../sql/write-rows.ts'
import { type Hop, tableOf } from '../../tables/tables.ts'
import type { LinkChange } from '../../validate/document-input.ts'
import { hasVersions, type Root, versionIn, versionsOf } from '../documents/versions.ts'
import type { Store } from '../store.ts'
import { arrange } from './arrange.ts'
import { pointingRows, pointTo } from './inverse-pointers.ts'
import { constantConditions, insertLinks, type Link, lastOnOtherSide, linkOf } from './link-table.ts'
import { clearPointer, isOwnColumn, readPointer, writePointer } from './own-pointer.ts'
import { readArrangement } from './read-arrangement.ts'
import { resolveTarget } from './resolve-target.ts'
import { detachFromOtherOwners } from './single-owner.ts'
import { writeMorphTo } from './write-morph.ts'

/** One relation attribute of one row. */
export interface RelationPlace {
  readonly store: Store
  readonly root: Root
  readonly model: Model
  readonly id: number
  readonly attribute: RelationAttribute | MorphInverseAttribute | MorphToAttribute
}

export async function writeRelation(place: RelationPlace, change: LinkChange): Promise<void> {
  const { attribute, store, model } = place
  if (attribute.kind === 'morphTo') return writeMorphTo({ ...place, attribute }, change)
  const target = modelOf(store.schema, attribute.target)
  if (target.kind === 'component') throw new Error(`${attribute.target} is a component`)
  const hop = tableOf(store.tables, model.uid).hops.get(attribute.name)
  if (hop === undefined) return
  if (isOwnColumn(hop)) await changeOwn(place, hop, target, change)
  else if (hop.via === null) await changePointers(place, hop, target, change)
  else await changeLinks(place, linkOf(store, model, attribute), target, change)
}

async function changeLinks(place: RelationPlace, link: Link, target: ContentType, change: LinkChange): Promise<void> {
  const { store, id, model, attribute } = place
  const before = await linkedRows(store, link, id)
  const after = await arranged(place, [...before.keys()], target, change)
  await removeLinks(store, link, id, without([...before.keys()], after))
  const placed = after.map((far, index) => ({ far, order: index + 1, otherOrder: lastOnOtherSide(link, far) }))
  for (const { far, order } of placed) {
    if (before.has(far) && before.get(far) !== order) await reorderLink(store, link, id, far, order)
  }
  const added = placed.filter(({ far }) => !before.has(far))
  await insertLinks(store, link, id, added)
  await detachFromOtherOwners(
    store,
    model,
    attribute,
    link,
    id,
    added.map(({ far }) => far),
  )
}

function without(rows: readonly number[], others: readonly number[]): readonly number[] {
  const left = new Set(others)
  return rows.filter((row) => !left.has(row))
}

/** A relation that is kept in a column of the row itself. */
async function changeOwn(place: RelationPlace, hop: Hop, target: ContentType, change: LinkChange): Promise<void> {
  const { store, id, model } = place
  const { table } = tableOf(store.tables, model.uid)
  const before = await readPointer(store, table, hop, id)
  const after = (await arranged(place, before === null ? [] : [before], target, change)).at(-1)
  if (after === undefined) await clearPointer(store, table, hop, id)
  else await writePointer(store, table, hop, id, after)
}

/** Columns have no order: rows stand in that of their ids. */
async function changePointers(place: RelationPlace, hop: Hop, target: ContentType, change: LinkChange): Promise<void> {
  const { store } = place
  const versions = await pointedVersions(place, target)
  const before: number[] = []
  for (const version of versions) before.push(...(await pointingRows(store, hop, target, version)))
  const after = await arranged(place, before, target, change)
  await pointTo(store, hop, target, without(before, after), null)
  await pointTo(store, hop, target, after, versions.at(-1) ?? place.id)
}

/**
 * The rows of this document that `target` may point at. What has versions points at the row of its own; what has none
 * has one pointer for all of them, which leads to the published one where there is one: that is the last here.
 */
async function pointedVersions({ store, model, id, root }: RelationPlace, target: ContentType) {
  if (!hasVersions(model) || hasVersions(target)) return [id]
  const table = name(tableOf(store.tables, model.uid).table)
  const [row] = await store.run(sql`select "document_id" from ${table} where "id" = ${bind(id)}`)
  const rows = await versionsOf(store, model, String(row?.[0]))
  return (['draft', 'published'] as const).flatMap((status) => versionIn(rows, root.locale, status)?.id ?? [])
}

/** Rows in order, each with the number that says so. */
async function linkedRows(store: Store, link: Link, near: number): Promise<ReadonlyMap<number, number | null>> {
  const order = link.order === null ? sql`null` : name(link.order)
  const inOrder = link.order === null ? name('id') : sql`${order}, "id"`
  const where = [sql`${name(link.near)} = ${bind(near)}`, ...constantConditions(link.where)]
  const rows = await store.run(
    sql`select ${name(link.far)}, ${order} from ${name(link.table)} where ${join(where, ' and ')} order by ${inOrder}`,
  )
  return new Map(rows.map(([row, place]) => [Number(row), place === null ? null : Number(place)]))
}

async function arranged(
  { store, root, attribute }: RelationPlace,
  before: readonly number[],
  target: ContentType,
  change: LinkChange,
): Promise<readonly number[]> {
  const arrangement = await readArrangement(change, (item, mayBeGone) =>
    resolveTarget(store, item, target, root, mayBeGone),
  )
  // A relation to one holds the document that was named, in as many versions as are linked.
  const named = arrangement.kind === 'change' ? arrangement.placements[0]?.rows : undefined
  return !attribute.toMany && named !== undefined ? named : arrange(before, arrangement)
}

async function removeLinks(store: Store, link: Link, id: number, rows: readonly number[]): Promise<void> {
  if (rows.length === 0) return
  const where = [
    sql`${name(link.near)} = ${bind(id)}`,
    sql`${name(link.far)} in (${join(rows.map(bind), ', ')})`,
    ...constantConditions(link.where),
  ]
  await store.run(deleteWhere(link.table, join(where, ' and ')))
}

async function reorderLink(store: Store, link: Link, near: number, far: number, order: number): Promise<void> {
  if (link.order === null) return
  const where = [
    sql`${name(link.near)} = ${bind(near)}`,
    sql`${name(link.far)} = ${bind(far)}`,
    ...constantConditions(link.where),
  ]
  await store.run(updateWhere(link.table, [{ column: link.order, value: bind(order) }], join(where, ' and ')))
}
