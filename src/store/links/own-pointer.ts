/** A foreign key: it points to one row, in one version. */

import type { Row } from '../../execute/database.ts'
import type { ContentType, Model } from '../../schema/schema.ts'
import { bind, column, join, literal, name, type Sql, sql } from '../../sql/sql.ts'
import { idPairs, updateJoined, updateWhere } from '../../sql/write-rows.ts'
import { type Hop, tableOf } from '../../tables/tables.ts'
import { type Assignment, inParts, isOneOf } from '../rows.ts'
import type { RowRef, Store } from '../store.ts'
import { constantConditions } from './link-table.ts'
import { counterpartOf, isPaired, lockDocumentsOf, type RowCopy } from './pairing.ts'

/** One pointer of one row. */
export interface OwnPointer extends RowRef {
  readonly store: Store
  readonly hop: Hop
}

export async function readPointer({ store, model, hop, id }: OwnPointer): Promise<number | null> {
  const table = name(tableOf(store.tables, model.uid).table)
  const [row] = await store.run(sql`select ${name(hop.from)} from ${table} where "id" = ${bind(id)}`)
  return idIn(row)
}

export async function writePointer({ id, ...pointers }: OwnPointer, to: number): Promise<void> {
  await writePointers(pointers, [id], to)
}

/** The same pointer of several rows. */
export async function writePointers(
  { store, model, hop }: Omit<OwnPointer, 'id'>,
  rows: readonly number[],
  to: number,
): Promise<void> {
  const { table } = tableOf(store.tables, model.uid)
  const values = [
    { column: hop.from, value: bind(to) },
    ...hop.fromWhere.map(({ column, equals }): Assignment => ({ column, value: literal(equals) })),
  ]
  for (const part of inParts(rows)) {
    await store.run(updateWhere(table, values, isOneOf('id', part)))
  }
}

export async function clearPointer({ id, ...pointers }: OwnPointer): Promise<void> {
  await clearPointers(pointers, [id])
}

export async function clearPointers(
  { store, model, hop }: Omit<OwnPointer, 'id'>,
  rows: readonly number[],
): Promise<void> {
  const columns = [hop.from, ...hop.fromWhere.map(({ column }) => column)]
  const cleared = columns.map((column): Assignment => ({ column, value: sql`null` }))
  const { table } = tableOf(store.tables, model.uid)
  for (const part of inParts(rows)) await store.run(updateWhere(table, cleared, isOneOf('id', part)))
}

/** The target of a copied pointer. */
export interface PointerTarget {
  readonly target: Model
  readonly hop: Hop
}

/** Rows without a matching version are not changed. */
export async function copyPointers(copy: RowCopy, { target, hop }: PointerTarget): Promise<void> {
  const { store, model, pairs } = copy
  const { table } = tableOf(store.tables, model.uid)
  const pointed = column('s', hop.from)
  const rows = sql`${idPairs(pairs)} as m cross join ${name(table)} as s`
  const isSource = join([sql`s."id" = m."source"`, ...constantConditions(hop.fromWhere, 's')], ' and ')
  const paired = isPaired(target, copy.pairing)
  if (paired) await lockDocumentsOf(store, target, sql`select ${pointed} from ${rows} where ${isSource}`)
  const row: readonly Assignment[] = [
    { column: hop.from, value: paired ? column('c', 'id') : pointed },
    ...hop.fromWhere.map(({ column: own, equals }) => ({ column: own, value: literal(equals) })),
  ]
  const from = paired ? sql`${rows}${counterpartOf(copy, target, pointed)}` : rows
  const where = sql`${isSource} and ${pointed} is not null and ${name(table)}.${name('id')} = m."copy"`
  await store.run(updateJoined({ table, row, from, where }))
}

function idIn(row: Row | undefined): number | null {
  const id = row?.[0] ?? null
  return id === null ? null : Number(id)
}

/** All pointers that rows of a model can have to rows of a type. */
export function pointersAt(store: Store, model: Model, type: ContentType): readonly Hop[] {
  const { hops, arms } = tableOf(store.tables, model.uid)
  const toAny = [...arms.values()].flatMap((hops) => hops.get(type.uid) ?? [])
  const toType = [...model.attributes.values()].flatMap((attribute) =>
    attribute.kind === 'relation' && attribute.target === type.uid ? (hops.get(attribute.name) ?? []) : [],
  )
  return [...toAny, ...toType].filter(isOwnColumn)
}

/** Whether the hop starts at a foreign key in the row itself. */
export function isOwnColumn(hop: Hop): boolean {
  return hop.via === null && hop.from !== 'id'
}

/** A condition on rows of the table. */
export function pointsAt(hop: Hop, id: number): Sql {
  return join([sql`${name(hop.from)} = ${bind(id)}`, ...constantConditions(hop.fromWhere)], ' and ')
}
