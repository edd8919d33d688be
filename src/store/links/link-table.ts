/** Rows of the tables between two: link tables and morph tables. */

import type { LinkAttribute, Model } from '../../schema/schema.ts'
import { bind, column, join, literal, name, type Sql, sql } from '../../sql/sql.ts'
import { deleteWhere } from '../../sql/write-rows.ts'
import { type Constant, tableOf, type Via } from '../../tables/tables.ts'
import { insertRows } from '../rows.ts'
import type { Store } from '../store.ts'

/** A table between two, seen from one side. */
export interface Link extends Via {
  /** The column that holds the order on the other side, where there is one. */
  readonly otherOrder: string | null
}

export function linkOf(store: Store, owner: Model, attribute: LinkAttribute): Link {
  const via = viaOf(store, owner.uid, attribute.name)
  if (via === null) throw new Error(`${owner.uid}.${attribute.name} is not stored in a table between`)
  return { ...via, otherOrder: otherOrder(store, attribute, via.table) }
}

/** The other side may read another table: two relations can name the same inverse. */
function otherOrder(store: Store, attribute: LinkAttribute, table: string): string | null {
  if (attribute.kind !== 'relation') return null
  const other = attribute.mappedBy ?? attribute.inversedBy
  const via = other === null ? null : viaOf(store, attribute.target, other)
  return via?.table === table ? via.order : null
}

export function viaOf(store: Store, uid: string, attribute: string): Via | null {
  return tableOf(store.tables, uid).hops.get(attribute)?.via ?? null
}

/** One more row on the far side. */
export interface NewLink {
  readonly far: number
  readonly order: number | null
  readonly otherOrder: Sql | null
}

export async function insertLinks(store: Store, link: Link, near: number, added: readonly NewLink[]): Promise<void> {
  const rows = added.map(({ far, order, otherOrder }) => [
    { column: link.near, value: bind(near) },
    { column: link.far, value: bind(far) },
    ...link.where.map(({ column, equals }) => ({ column, value: literal(equals) })),
    ...(link.order === null ? [] : [{ column: link.order, value: bind(order) }]),
    ...(link.otherOrder === null || otherOrder === null ? [] : [{ column: link.otherOrder, value: otherOrder }]),
  ])
  await insertRows(store, link.table, rows)
}

/** A new link goes to the end of the list on the other side. */
export function lastOnOtherSide(link: Link, far: number): Sql | null {
  if (link.otherOrder === null) return null
  return sql`(select coalesce(max(o.${name(link.otherOrder)}), 0) + 1 from ${name(link.table)} as o where ${column('o', link.far)} = ${bind(far)})`
}

export async function deleteLinks(store: Store, link: Via, near: number): Promise<void> {
  const ofRow = join([sql`${name(link.near)} = ${bind(near)}`, ...constantConditions(link.where)], ' and ')
  await store.run(deleteWhere(link.table, ofRow))
}

export function constantConditions(constants: readonly Constant[], alias?: string): readonly Sql[] {
  return constants.map((constant) => {
    const left = alias === undefined ? name(constant.column) : column(alias, constant.column)
    return sql`${left} = ${literal(constant.equals)}`
  })
}
