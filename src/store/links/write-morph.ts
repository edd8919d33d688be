/** Polymorphic relations, from the owning side: to one in two columns of the row, to many in a table. */

import { ApiError } from '../../errors/api-error.ts'
import type { MorphToAttribute } from '../../schema/schema.ts'
import { bind, literal, name, sql } from '../../sql/sql.ts'
import { type Hop, tableOf, type Via } from '../../tables/tables.ts'
import type { LinkChange, LinkItem } from '../../validate/document-input.ts'
import type { Root } from '../documents/versions.ts'
import { deleteRow, insertRow, updateRow } from '../rows.ts'
import type { RowAttribute } from '../store.ts'
import { arrange } from './arrange.ts'
import { readArrangement } from './read-arrangement.ts'
import { resolveTarget } from './resolve-target.ts'

export interface MorphPlace extends RowAttribute<MorphToAttribute> {
  readonly root: Root
}

/** UID and id of a row: `api::tag.tag 5`. */
type Pointed = `${string} ${number}`

export async function writeMorphTo(place: MorphPlace, change: LinkChange): Promise<void> {
  const [hop] = armsOf(place).values()
  if (hop === undefined) return
  const steps = await readArrangement(change, (item, mayBeGone) => resolve(place, item, mayBeGone))
  if (hop.via === null) {
    await writeColumns(place, hop, arrange(await pointedAt(place, hop), steps).at(-1) ?? null)
  } else {
    const before = await linkedRows(place, hop.via)
    await writeTable(place, hop.via, { before, after: arrange([...before.keys()], steps) })
  }
}

function armsOf({ store, model, attribute }: MorphPlace): ReadonlyMap<string, Hop> {
  return tableOf(store.tables, model.uid).arms.get(attribute.name) ?? new Map()
}

async function resolve(place: MorphPlace, item: LinkItem, mayBeGone = false): Promise<readonly Pointed[]> {
  const target = item.type === null ? undefined : place.store.schema.contentTypes.get(item.type)
  if (target === undefined) {
    throw new ApiError('VALUE_INVALID', { message: 'A relation to any type names the type in __type' })
  }
  return (await resolveTarget({ ...place, target }, item, mayBeGone)).map((row): Pointed => `${target.uid} ${row}`)
}

function pointed(uid: unknown, row: unknown): Pointed {
  return `${String(uid)} ${Number(row)}`
}

function partsOf(to: Pointed): { readonly uid: string; readonly row: number } {
  const space = to.lastIndexOf(' ')
  return { uid: to.slice(0, space), row: Number(to.slice(space + 1)) }
}

async function pointedAt({ store, model, id }: MorphPlace, hop: Hop): Promise<readonly Pointed[]> {
  const [row] = await store.run(
    sql`select ${name(typeColumnIn(hop.fromWhere))}, ${name(hop.from)} from ${name(tableOf(store.tables, model.uid).table)} where "id" = ${bind(id)}`,
  )
  return row === undefined || row[0] === null || row[1] === null ? [] : [pointed(row[0], row[1])]
}

/**
 * The row's targets in order, each with the ids of its link rows: there may be several, written from different sides.
 */
async function linkedRows({ store, id }: MorphPlace, via: Via): Promise<ReadonlyMap<Pointed, readonly number[]>> {
  const rows = await store.run(
    sql`select ${name(typeColumnIn(via.where))}, ${name(via.far)}, "id" from ${name(via.table)} where ${name(via.near)} = ${bind(id)} order by "order", "id"`,
  )
  const linked = new Map<Pointed, readonly number[]>()
  for (const [uid, row, own] of rows) {
    const to = pointed(uid, row)
    linked.set(to, [...(linked.get(to) ?? []), Number(own)])
  }
  return linked
}

async function writeColumns({ store, model, id }: MorphPlace, hop: Hop, to: Pointed | null): Promise<void> {
  const target = to === null ? null : partsOf(to)
  await updateRow(store, tableOf(store.tables, model.uid).table, id, [
    { column: hop.from, value: target === null ? sql`null` : bind(target.row) },
    { column: typeColumnIn(hop.fromWhere), value: target === null ? sql`null` : literal(target.uid) },
  ])
}

interface PointedChange {
  /** Each with the ids of its rows. */
  readonly before: ReadonlyMap<Pointed, readonly number[]>
  readonly after: readonly Pointed[]
}

/** Rows that stay keep the side they were written from. */
async function writeTable({ store, id }: MorphPlace, via: Via, { before, after }: PointedChange): Promise<void> {
  for (const [to, rows] of before) {
    if (after.includes(to)) continue
    for (const row of rows) await deleteRow(store, via.table, row)
  }
  for (const [index, to] of after.entries()) {
    const order = { column: 'order', value: bind(index + 1) }
    const { uid, row } = partsOf(to)
    const kept = before.get(to)
    for (const own of kept ?? []) await updateRow(store, via.table, own, [order])
    if (kept !== undefined) continue
    await insertRow(store, via.table, [
      { column: via.near, value: bind(id) },
      { column: via.far, value: bind(row) },
      { column: typeColumnIn(via.where), value: literal(uid) },
      order,
    ])
  }
}

/** The column that holds the UID, which is what tells the arms of one attribute apart. */
function typeColumnIn(constants: Via['where']): string {
  const [type] = constants
  if (type === undefined) throw new Error('a relation to any type has no column for the type')
  return type.column
}
