/** Rows of link tables and morph tables. */

import type { LinkAttribute, Model } from '../../schema/schema.ts'
import { bind, column, join, literal, name, type Sql, sql } from '../../sql/sql.ts'
import { deleteWhere } from '../../sql/write-rows.ts'
import { type Constant, tableOf, type Via } from '../../tables/tables.ts'
import { insertRows, isOneOf } from '../rows.ts'
import type { Store } from '../store.ts'

/** A link table, seen from one side. */
export interface Link extends Via {
  /** The column that holds the order on the other side, where there is one. */
  readonly otherOrder: string | null
}

export function linkOf(store: Store, owner: Model, attribute: LinkAttribute): Link {
  const via = viaOf(store, owner.uid, attribute.name)
  if (via === null) throw new Error(`${owner.uid}.${attribute.name} is not stored in a table between`)
  return { ...via, otherOrder: otherOrder(store, attribute, via.table) }
}

/** The other side may use another table: two relations can name the same inverse. */
function otherOrder(store: Store, attribute: LinkAttribute, table: string): string | null {
  if (attribute.kind !== 'relation') return null
  const other = attribute.mappedBy ?? attribute.inversedBy
  const via = other === null ? null : viaOf(store, attribute.target, other)
  return via?.table === table ? via.order : null
}

export function viaOf(store: Store, uid: string, attribute: string): Via | null {
  return tableOf(store.tables, uid).hops.get(attribute)?.via ?? null
}

/** The links of one row. */
export interface RowLinks {
  readonly store: Store
  readonly link: Link
  readonly near: number
}

/** One more row on the far side. */
export interface NewLink {
  readonly far: number
  readonly order: number | null
  readonly otherOrder: Sql | null
}

export async function insertLinks({ store, link, near }: RowLinks, added: readonly NewLink[]): Promise<void> {
  await insertLinkRows(
    store,
    link,
    added.map((each) => ({ ...each, near })),
  )
}

export async function insertLinkRows(
  store: Store,
  link: Link,
  added: readonly (NewLink & { readonly near: number })[],
): Promise<void> {
  const rows = added.map(({ near, far, order, otherOrder }) => [
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

/** Deletes all links of the rows `nears`. */
export async function deleteLinks({ store, link }: Omit<RowLinks, 'near'>, nears: readonly number[]): Promise<void> {
  await store.run(
    deleteWhere(link.table, join([isOneOf(link.near, nears), ...constantConditions(link.where)], ' and ')),
  )
}

/** A condition on rows of the table: those of the row `near`. */
export function isLinkOf(link: Via, near: number): Sql {
  return isLinkAt(link, bind(near))
}

export function isLinkAt(link: Via, near: Sql, alias?: string): Sql {
  const column = columnIn(alias)
  return join([sql`${column(link.near)} = ${near}`, ...constantConditions(link.where, alias)], ' and ')
}

export function constantConditions(constants: readonly Constant[], alias?: string): readonly Sql[] {
  const column = columnIn(alias)
  return constants.map((constant) => sql`${column(constant.column)} = ${literal(constant.equals)}`)
}

function columnIn(alias: string | undefined): (column: string) => Sql {
  return alias === undefined ? name : (own) => column(alias, own)
}
