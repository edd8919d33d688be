/** A change of a relation: `set`, or `connect` and `disconnect`, with positions. */

import {
  type ContentType,
  type MorphInverseAttribute,
  type MorphToAttribute,
  modelOf,
  type RelationAttribute,
} from '../../schema/schema.ts'
import { bind, name, sql } from '../../sql/sql.ts'
import { deleteWhere } from '../../sql/write-rows.ts'
import { type Hop, tableOf } from '../../tables/tables.ts'
import type { LinkChange } from '../../validate/document-input.ts'
import { hasVersions, type Root, versionIn, versionsOf } from '../documents/versions.ts'
import { inParts, isOneOf } from '../rows.ts'
import type { RowAttribute } from '../store.ts'
import { arrange } from './arrange.ts'
import { pointingRows, pointTo } from './inverse-pointers.ts'
import { insertLinks, isLinkOf, type Link, lastOnOtherSide, linkOf, type RowLinks } from './link-table.ts'
import { clearPointer, isOwnColumn, readPointer, writePointer } from './own-pointer.ts'
import { readArrangement } from './read-arrangement.ts'
import { reorderLinks } from './reorder-links.ts'
import { resolveTarget } from './resolve-target.ts'
import { detachFromOtherOwners } from './single-owner.ts'
import { writeMorphTo } from './write-morph.ts'

export interface RelationPlace extends RowAttribute<RelationAttribute | MorphInverseAttribute | MorphToAttribute> {
  readonly root: Root
}

/** A change of a relation to one type. */
interface RelationWrite extends RowAttribute<RelationAttribute | MorphInverseAttribute> {
  readonly root: Root
  readonly target: ContentType
  readonly change: LinkChange
}

export async function writeRelation(place: RelationPlace, change: LinkChange): Promise<void> {
  const { attribute, store, model } = place
  if (attribute.kind === 'morphTo') return writeMorphTo({ ...place, attribute }, change)
  const target = modelOf(store.schema, attribute.target)
  if (target.kind === 'component') throw new Error(`${attribute.target} is a component`)
  const hop = tableOf(store.tables, model.uid).hops.get(attribute.name)
  if (hop === undefined) return
  const write = { ...place, attribute, target, change }
  if (isOwnColumn(hop)) await changeOwnPointer(write, hop)
  else if (hop.via === null) await changeInversePointers(write, hop)
  else await changeLinks(write, linkOf(store, model, attribute))
}

async function changeLinks(write: RelationWrite, link: Link): Promise<void> {
  const links = { store: write.store, link, near: write.id }
  const before = await linkedRows(links)
  const after = await arranged(write, [...before.keys()])
  await removeLinks(links, without([...before.keys()], after))
  const placed = after.map((far, index) => ({ far, order: index + 1, otherOrder: lastOnOtherSide(link, far) }))
  await reorderLinks(links, before, placed)
  const added = placed.filter(({ far }) => !before.has(far))
  await insertLinks(links, added)
  const targets = added.map(({ far }) => far)
  await detachFromOtherOwners({ ...write, link }, targets)
}

function without(rows: readonly number[], others: readonly number[]): readonly number[] {
  const left = new Set(others)
  return rows.filter((row) => !left.has(row))
}

/** A relation that is a foreign key of the row itself. */
async function changeOwnPointer(write: RelationWrite, hop: Hop): Promise<void> {
  const pointer = { ...write, hop }
  const before = await readPointer(pointer)
  const after = (await arranged(write, before === null ? [] : [before])).at(-1)
  if (after === undefined) await clearPointer(pointer)
  else await writePointer(pointer, after)
}

/** Foreign keys have no order: rows are sorted by id. */
async function changeInversePointers(write: RelationWrite, hop: Hop): Promise<void> {
  const pointers = { store: write.store, hop, target: write.target }
  const versions = await pointedVersions(write)
  const before: number[] = []
  for (const version of versions) for (const row of await pointingRows(pointers, version)) before.push(row)
  const after = await arranged(write, before)
  await pointTo(pointers, without(before, after), null)
  await pointTo(pointers, after, versions.at(-1) ?? write.id)
}

/**
 * The rows of this document that `target` may point to. A target with versions points to the row of its own version; one
 * without has a single pointer, which prefers the published row: that is the last here.
 */
async function pointedVersions({ store, model, id, root, target }: RelationWrite): Promise<readonly number[]> {
  if (!hasVersions(model) || hasVersions(target)) return [id]
  const table = name(tableOf(store.tables, model.uid).table)
  const [row] = await store.run(sql`select "document_id" from ${table} where "id" = ${bind(id)}`)
  const rows = await versionsOf(store, model, String(row?.[0]))
  return (['draft', 'published'] as const).flatMap((status) => versionIn(rows, root.locale, status)?.id ?? [])
}

/** Rows in order, each with its order number. */
async function linkedRows({ store, link, near }: RowLinks): Promise<ReadonlyMap<number, number | null>> {
  const order = link.order === null ? sql`null` : name(link.order)
  const inOrder = link.order === null ? name('id') : sql`${order}, "id"`
  const rows = await store.run(
    sql`select ${name(link.far)}, ${order} from ${name(link.table)} where ${isLinkOf(link, near)} order by ${inOrder}`,
  )
  return new Map(rows.map(([row, place]) => [Number(row), place === null ? null : Number(place)]))
}

async function arranged(write: RelationWrite, before: readonly number[]): Promise<readonly number[]> {
  const { attribute, change } = write
  const arrangement = await readArrangement(change, (item, mayBeGone) => resolveTarget(write, item, mayBeGone))
  // A relation to one holds the named document, in all versions that are linked.
  const named = arrangement.kind === 'change' ? arrangement.placements[0]?.rows : undefined
  return !attribute.toMany && named !== undefined ? named : arrange(before, arrangement)
}

async function removeLinks({ store, link, near }: RowLinks, rows: readonly number[]): Promise<void> {
  for (const part of inParts(rows)) {
    await store.run(deleteWhere(link.table, sql`${isLinkOf(link, near)} and ${isOneOf(link.far, part)}`))
  }
}
