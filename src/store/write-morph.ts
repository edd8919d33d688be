/** Relations to any type, from the side that points: one in two columns of the row, many in a table of their own. */

import { ApiError } from '../errors/api-error.ts'
import type { Model, MorphToAttribute } from '../schema/schema.ts'
import { bind, literal, name, sql } from '../sql/sql.ts'
import { type Hop, tableOf } from '../tables/tables.ts'
import type { LinkChange, LinkItem } from '../validate/document-input.ts'
import { resolveTarget } from './resolve-target.ts'
import { insertRow, updateRow } from './rows.ts'
import type { Store } from './store.ts'
import type { Root } from './versions.ts'

export interface MorphPlace {
  readonly store: Store
  readonly root: Root
  readonly model: Model
  readonly id: number
  readonly attribute: MorphToAttribute
}

interface Pointed {
  readonly uid: string
  readonly row: number
}

export async function writeMorphTo(place: MorphPlace, change: LinkChange): Promise<void> {
  const [hop] = armsOf(place).values()
  if (hop === undefined) return
  const after = await pointedAfter(place, hop, change)
  if (hop.via === null) await writeColumns(place, hop, after.at(-1) ?? null)
  else await writeTable(place, hop.via.table, hop.via.near, hop.via.far, after)
}

function armsOf({ store, model, attribute }: MorphPlace): ReadonlyMap<string, Hop> {
  return tableOf(store.tables, model.uid).arms.get(attribute.name) ?? new Map()
}

async function pointedAfter(place: MorphPlace, hop: Hop, change: LinkChange): Promise<readonly Pointed[]> {
  if (change.kind === 'set') return resolveAll(place, change.items)
  const gone = await resolveAll(place, change.disconnect)
  const added = await resolveAll(place, change.connect)
  const before = hop.via === null ? [] : await pointedRows(place, hop.via.table, hop.via.near, hop.via.far)
  const kept = before.filter((old) => ![...gone, ...added].some((row) => row.uid === old.uid && row.row === old.row))
  return [...kept, ...added]
}

async function resolveAll({ store, root }: MorphPlace, items: readonly LinkItem[]): Promise<readonly Pointed[]> {
  const found: Pointed[] = []
  for (const item of items) {
    const target = item.type === null ? undefined : store.schema.contentTypes.get(item.type)
    if (target === undefined) {
      throw new ApiError('VALUE_INVALID', { message: 'A relation to any type names the type in __type' })
    }
    for (const row of await resolveTarget(store, item, target, root)) found.push({ uid: target.uid, row })
  }
  return found
}

async function pointedRows({ store, id, attribute }: MorphPlace, table: string, near: string, far: string) {
  const rows = await store.run(
    sql`select ${name(typeColumn(far))}, ${name(far)} from ${name(table)} where ${name(near)} = ${bind(id)} order by "order", "id"`,
  )
  return rows.map(([uid, row]): Pointed => ({ uid: String(uid), row: Number(row) })).filter(() => attribute.toMany)
}

async function writeColumns({ store, model, id }: MorphPlace, hop: Hop, to: Pointed | null): Promise<void> {
  const type = hop.fromWhere[0]?.column
  if (type === undefined) throw new Error(`${model.uid} has no column for the type it points at`)
  await updateRow(store, tableOf(store.tables, model.uid).table, id, [
    { column: hop.from, value: to === null ? sql`null` : bind(to.row) },
    { column: type, value: to === null ? sql`null` : literal(to.uid) },
  ])
}

async function writeTable(
  { store, id }: MorphPlace,
  table: string,
  near: string,
  far: string,
  rows: readonly Pointed[],
) {
  await store.run(sql`delete from ${name(table)} where ${name(near)} = ${bind(id)}`)
  for (const [index, { uid, row }] of rows.entries()) {
    await insertRow(store, table, [
      { column: near, value: bind(id) },
      { column: far, value: bind(row) },
      { column: typeColumn(far), value: literal(uid) },
      { column: 'order', value: bind(index + 1) },
    ])
  }
}

/** `mentions_id` and `mentions_type` stand side by side. */
function typeColumn(idColumn: string): string {
  return idColumn.replace(/_id$/, '_type')
}
