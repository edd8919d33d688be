/** Polymorphic relations, from the owning side: to one in two columns of the row, to many in a table. */

import { ApiError } from '../../errors/api-error.ts'
import type { MorphToAttribute } from '../../schema/schema.ts'
import { bind, literal, name, sql } from '../../sql/sql.ts'
import { type Hop, tableOf } from '../../tables/tables.ts'
import type { LinkChange, LinkItem } from '../../validate/document-input.ts'
import type { Root } from '../documents/versions.ts'
import { updateRow } from '../rows.ts'
import type { RowAttribute } from '../store.ts'
import { arrange } from './arrange.ts'
import { linkedRows, type MorphRows, type Pointed, partsOf, pointed, typeColumnIn, writeRows } from './morph-rows.ts'
import { readArrangement } from './read-arrangement.ts'
import { resolveTarget } from './resolve-target.ts'

export interface MorphPlace extends RowAttribute<MorphToAttribute> {
  readonly root: Root
}

export async function writeMorphTo(place: MorphPlace, change: LinkChange): Promise<void> {
  const [hop] = armsOf(place).values()
  if (hop === undefined) return
  const steps = await readArrangement(change, (item, mayBeGone) => resolve(place, item, mayBeGone))
  if (hop.via === null) {
    await writeColumns(place, hop, arrange(await pointedAt(place, hop), steps).at(-1) ?? null)
  } else {
    const from: MorphRows = { store: place.store, id: place.id, via: hop.via }
    const before = await linkedRows(from)
    await writeRows(from, { before, after: arrange([...before.keys()], steps) })
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

async function pointedAt({ store, model, id }: MorphPlace, hop: Hop): Promise<readonly Pointed[]> {
  const [row] = await store.run(
    sql`select ${name(typeColumnIn(hop.fromWhere))}, ${name(hop.from)} from ${name(tableOf(store.tables, model.uid).table)} where "id" = ${bind(id)}`,
  )
  return row === undefined || row[0] === null || row[1] === null ? [] : [pointed(row[0], row[1])]
}

async function writeColumns({ store, model, id }: MorphPlace, hop: Hop, to: Pointed | null): Promise<void> {
  const target = to === null ? null : partsOf(to)
  await updateRow(store, tableOf(store.tables, model.uid).table, id, [
    { column: hop.from, value: target === null ? sql`null` : bind(target.row) },
    { column: typeColumnIn(hop.fromWhere), value: target === null ? sql`null` : literal(target.uid) },
  ])
}
