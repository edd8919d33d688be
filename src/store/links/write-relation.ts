/** A change of a relation: `set`, or `connect` and `disconnect`, with positions. */

import { hasDrafts } from '../../schema/models.ts'
import {
  type AnyRelation,
  type ContentType,
  type MorphInverseAttribute,
  modelOf,
  type RelationAttribute,
} from '../../schema/schema.ts'
import { bind, join, name, sql } from '../../sql/sql.ts'
import { deleteWhere } from '../../sql/write-rows.ts'
import { type Hop, tableOf } from '../../tables/tables.ts'
import type { LinkChange } from '../../validate/document-input.ts'
import { type Root, versionIn, versionsOf } from '../documents/versions.ts'
import { inParts, isOneOf } from '../rows.ts'
import type { RowAttribute, Store } from '../store.ts'
import { arrange } from './arrange.ts'
import { pointingRows, pointTo } from './inverse-pointers.ts'
import {
  constantConditions,
  insertLinkRows,
  isLinkOf,
  type Link,
  lastOnOtherSide,
  linkOf,
  type NewLink,
  type RowLinks,
} from './link-table.ts'
import { clearPointer, isOwnColumn, readPointer, writePointer } from './own-pointer.ts'
import { readArrangement } from './read-arrangement.ts'
import { reorderLinks } from './reorder-links.ts'
import { resolveTarget } from './resolve-target.ts'
import { existing, type RowChange } from './row-change.ts'
import { clearOtherOwners, detachFromOtherOwners } from './single-owner.ts'
import { writeMorphTo } from './write-morph.ts'

export interface RelationPlace extends RowAttribute<AnyRelation> {
  readonly root: Root
}

/** A change of a relation to one type. */
interface RelationWrite extends RowAttribute<RelationAttribute | MorphInverseAttribute> {
  readonly root: Root
  readonly target: ContentType
  readonly change: LinkChange
  readonly isNew: boolean
}

/** Changes one relation of several rows of a model. */
export async function writeRelations(
  place: Omit<RelationPlace, 'id'>,
  changes: readonly RowChange<LinkChange>[],
): Promise<void> {
  const { attribute, store, model } = place
  if (changes.length === 0) return
  if (attribute.kind === 'morphTo') return writeMorphTo({ ...place, attribute }, changes)
  const target = modelOf(store.schema, attribute.target)
  if (target.kind === 'component') throw new Error(`${attribute.target} is a component`)
  const hop = tableOf(store.tables, model.uid).hops.get(attribute.name)
  if (hop === undefined) return
  const writes = changes.map(({ id, isNew, change }) => ({ ...place, attribute, target, id, isNew, change }))
  if (hop.via !== null) return changeLinks(writes, linkOf(store, model, attribute))
  for (const write of writes) {
    if (isOwnColumn(hop)) await changeOwnPointer(write, hop)
    else await changeInversePointers(write, hop)
  }
}

async function changeLinks(writes: readonly RelationWrite[], link: Link): Promise<void> {
  const [first] = writes
  if (first === undefined) return
  const { store, model } = first
  const linked = await linkedRows(store, link, existing(writes))
  const rows: (NewLink & { readonly near: number })[] = []
  for (const write of writes) {
    const links = { store, link, near: write.id }
    const before = linked.get(write.id) ?? new Map<number, number | null>()
    const after = await arranged(write, [...before.keys()])
    await removeLinks(links, without([...before.keys()], after))
    const placed = after.map((far, index) => ({ far, order: index + 1, otherOrder: lastOnOtherSide(link, far) }))
    await reorderLinks(links, before, placed)
    const added = placed.filter(({ far }) => !before.has(far))
    rows.push(...added.map((each) => ({ ...each, near: write.id })))
    // Related entries know nothing of the components that link to them: only entries have an other side to keep up to date.
    if (model.kind === 'component') continue
    await insertLinkRows(store, link, rows.splice(0))
    const targets = added.map(({ far }) => far)
    await detachFromOtherOwners({ ...write, link }, targets)
  }
  await insertLinkRows(store, link, rows)
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
  if (after === undefined) return clearPointer(pointer)
  await writePointer(pointer, after)
  if (after !== before) await clearOtherOwners(pointer)
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
  if (!hasDrafts(model) || hasDrafts(target)) return [id]
  const table = name(tableOf(store.tables, model.uid).table)
  const [row] = await store.run(sql`select "document_id" from ${table} where "id" = ${bind(id)}`)
  const rows = await versionsOf(store, model, String(row?.[0]))
  return (['draft', 'published'] as const).flatMap((status) => versionIn(rows, root.locale, status)?.id ?? [])
}

/** By the id of the row: the rows that it is linked to in order, each with its order number. */
async function linkedRows(
  store: Store,
  link: Link,
  nears: readonly number[],
): Promise<ReadonlyMap<number, ReadonlyMap<number, number | null>>> {
  const order = link.order === null ? sql`null` : name(link.order)
  const inOrder = link.order === null ? name('id') : sql`${order}, "id"`
  const linked = new Map<number, Map<number, number | null>>()
  for (const part of inParts(nears)) {
    const where = join([isOneOf(link.near, part), ...constantConditions(link.where)], ' and ')
    const rows = await store.run(
      sql`select ${name(link.near)}, ${name(link.far)}, ${order} from ${name(link.table)} where ${where} order by ${inOrder}`,
    )
    for (const [near, far, at] of rows) {
      const own = linked.get(Number(near)) ?? new Map<number, number | null>()
      linked.set(Number(near), own.set(Number(far), at === null || at === undefined ? null : Number(at)))
    }
  }
  return linked
}

async function arranged(write: RelationWrite, before: readonly number[]): Promise<readonly number[]> {
  const { attribute, change } = write
  const arrangement = await readArrangement(change, (item, isDisconnected) =>
    resolveTarget(write, item, isDisconnected),
  )
  // A relation to one holds the named document, in all versions that are linked.
  const named = arrangement.kind === 'change' ? arrangement.placements[0]?.rows : undefined
  return !attribute.toMany && named !== undefined ? named : arrange(before, arrangement)
}

async function removeLinks({ store, link, near }: RowLinks, rows: readonly number[]): Promise<void> {
  for (const part of inParts(rows)) {
    await store.run(deleteWhere(link.table, sql`${isLinkOf(link, near)} and ${isOneOf(link.far, part)}`))
  }
}
