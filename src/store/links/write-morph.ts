/** Polymorphic relations, from the owning side: to one in two columns of the row, to many in a table. */

import { ApiError } from '../../errors/api-error.ts'
import type { MorphToAttribute } from '../../schema/schema.ts'
import { bind, literal, name, sql } from '../../sql/sql.ts'
import { updateWhere } from '../../sql/write-rows.ts'
import { type Hop, tableOf } from '../../tables/tables.ts'
import type { LinkChange, LinkItem } from '../../validate/document-input.ts'
import type { Root } from '../documents/versions.ts'
import { inParts, insertRows, isOneOf, type RowValues } from '../rows.ts'
import type { RowAttribute } from '../store.ts'
import { arrange } from './arrange.ts'
import { linkedRows, NO_ROWS, type Pointed, partsOf, placeRows, pointed, typeColumnIn } from './morph-rows.ts'
import { readArrangement } from './read-arrangement.ts'
import { resolveTarget } from './resolve-target.ts'
import type { RowChange } from './row-change.ts'

export interface MorphPlace extends RowAttribute<MorphToAttribute> {
  readonly root: Root
}

export async function writeMorphTo(
  place: Omit<MorphPlace, 'id'>,
  changes: readonly RowChange<LinkChange>[],
): Promise<void> {
  const [hop] = armsOf(place).values()
  if (hop === undefined) return
  const pointing = new Map<Pointed | null, number[]>()
  const added: RowValues[] = []
  for (const { id, isNew, change } of changes) {
    const own = { ...place, id }
    const steps = await readArrangement(change, (item, isDisconnected) => resolve(own, item, isDisconnected))
    if (hop.via === null) {
      const to = arrange(isNew ? [] : await pointedAt(own, hop), steps).at(-1) ?? null
      const ids = pointing.get(to) ?? []
      ids.push(id)
      pointing.set(to, ids)
    } else {
      const from = { store: place.store, id, via: hop.via }
      const before = isNew ? NO_ROWS : await linkedRows(from)
      added.push(...(await placeRows(from, { before, after: arrange([...before.keys()], steps) })))
    }
  }
  for (const [to, ids] of pointing) await writeColumns(place, hop, ids, to)
  if (hop.via !== null) await insertRows(place.store, hop.via.table, added)
}

function armsOf({ store, model, attribute }: Omit<MorphPlace, 'id'>): ReadonlyMap<string, Hop> {
  return tableOf(store.tables, model.uid).arms.get(attribute.name) ?? new Map()
}

async function resolve(place: MorphPlace, item: LinkItem, isDisconnected = false): Promise<readonly Pointed[]> {
  const target = item.type === null ? undefined : place.store.schema.contentTypes.get(item.type)
  if (target === undefined) {
    throw new ApiError('VALUE_INVALID', { message: 'A relation to any type names the type in __type' })
  }
  return (await resolveTarget({ ...place, target }, item, isDisconnected)).map((row): Pointed => `${target.uid} ${row}`)
}

async function pointedAt({ store, model, id }: MorphPlace, hop: Hop): Promise<readonly Pointed[]> {
  const [row] = await store.run(
    sql`select ${name(typeColumnIn(hop.fromWhere))}, ${name(hop.from)} from ${name(tableOf(store.tables, model.uid).table)} where "id" = ${bind(id)}`,
  )
  return row === undefined || row[0] === null || row[1] === null ? [] : [pointed(row[0], row[1])]
}

async function writeColumns(
  { store, model }: Omit<MorphPlace, 'id'>,
  hop: Hop,
  ids: readonly number[],
  to: Pointed | null,
): Promise<void> {
  const target = to === null ? null : partsOf(to)
  const values = [
    { column: hop.from, value: target === null ? sql`null` : bind(target.row) },
    { column: typeColumnIn(hop.fromWhere), value: target === null ? sql`null` : literal(target.uid) },
  ]
  const { table } = tableOf(store.tables, model.uid)
  for (const part of inParts(ids)) await store.run(updateWhere(table, values, isOneOf('id', part)))
}
