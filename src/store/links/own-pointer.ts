/** A row that points at another with columns of its own: at one row, in one version. */

import type { Row } from '../../execute/database.ts'
import type { ContentType, Model } from '../../schema/schema.ts'
import { bind, column, join, literal, name, type Sql, sql } from '../../sql/sql.ts'
import { type Hop, tableOf } from '../../tables/tables.ts'
import { type Assignment, updateRow } from '../rows.ts'
import type { Store } from '../store.ts'
import { constantConditions } from './link-table.ts'
import { counterpartOf, isPaired, lockDocumentsOf, type Pairing } from './pairing.ts'

export async function readPointer(store: Store, table: string, hop: Hop, id: number): Promise<number | null> {
  const [row] = await store.run(sql`select ${name(hop.from)} from ${name(table)} where "id" = ${bind(id)}`)
  return idIn(row)
}

export async function writePointer(store: Store, table: string, hop: Hop, id: number, to: number): Promise<void> {
  await updateRow(store, table, id, [
    { column: hop.from, value: bind(to) },
    ...hop.fromWhere.map(({ column, equals }): Assignment => ({ column, value: literal(equals) })),
  ])
}

export async function clearPointer(store: Store, table: string, hop: Hop, id: number): Promise<void> {
  const columns = [hop.from, ...hop.fromWhere.map(({ column }) => column)]
  await updateRow(
    store,
    table,
    id,
    columns.map((column): Assignment => ({ column, value: sql`null` })),
  )
}

/** Leaves the other row as it is where there is nothing that goes with it. */
export async function copyPointer(
  store: Store,
  table: string,
  target: Model,
  hop: Hop,
  from: number,
  to: number,
  pairing: Pairing,
): Promise<void> {
  const pointed = column('s', hop.from)
  const where = join([sql`${column('s', 'id')} = ${bind(from)}`, ...constantConditions(hop.fromWhere, 's')], ' and ')
  const paired = isPaired(target, pairing)
  if (paired) await lockDocumentsOf(store, target, sql`select ${pointed} from ${name(table)} as s where ${where}`)
  const counterpart = paired ? counterpartOf(store, target, pointed, pairing) : sql``
  const [row] = await store.run(
    sql`select ${paired ? column('c', 'id') : pointed} from ${name(table)} as s${counterpart} where ${where}`,
  )
  const found = idIn(row)
  if (found !== null) await writePointer(store, table, hop, to, found)
}

function idIn(row: Row | undefined): number | null {
  const id = row?.[0] ?? null
  return id === null ? null : Number(id)
}

/** Every way in which rows of a model point at rows of a type so. */
export function pointersAt(store: Store, model: Model, type: ContentType): readonly Hop[] {
  const { hops, arms } = tableOf(store.tables, model.uid)
  const toAny = [...arms.values()].flatMap((ways) => ways.get(type.uid) ?? [])
  const toType = [...model.attributes.values()].flatMap((attribute) =>
    attribute.kind === 'relation' && attribute.target === type.uid ? (hops.get(attribute.name) ?? []) : [],
  )
  return [...toAny, ...toType].filter(isOwnColumn)
}

/** Whether the hop starts at a column that says where it leads. */
export function isOwnColumn(hop: Hop): boolean {
  return hop.via === null && hop.from !== 'id'
}

/** A condition on rows of the table. */
export function pointsAt(hop: Hop, id: number): Sql {
  return join([sql`${name(hop.from)} = ${bind(id)}`, ...constantConditions(hop.fromWhere)], ' and ')
}
