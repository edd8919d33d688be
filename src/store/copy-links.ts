/** Links of one row for another of the same document, in the version that goes with it. */

import type { Attribute, LinkAttribute, Model, MorphToAttribute } from '../schema/schema.ts'
import { modelOf } from '../schema/schema.ts'
import { alias, bind, column, join, literal, name, type Sql, sql } from '../sql/sql.ts'
import { type Hop, tableOf } from '../tables/tables.ts'
import { constantly, deleteLinks, type Link, linkOf, viaOf } from './links.ts'
import type { Store } from './store.ts'
import { hasVersions, isOfStatus, isSameLocale, type VersionStatus } from './versions.ts'

/**
 * `status` null: the very rows that are linked. Otherwise a target with Draft & Publish is linked in the version
 * of that status, and not at all where it has none.
 */
export async function copyLinks(
  store: Store,
  model: Model,
  attribute: Extract<Attribute, LinkAttribute>,
  from: number,
  to: number,
  status: VersionStatus | null,
): Promise<void> {
  if (viaOf(store, model.uid, attribute.name) === null) return
  const link = linkOf(store, model, attribute)
  await deleteLinks(store, link, to)
  const target = modelOf(store.schema, attribute.target)
  const paired = status !== null && hasVersions(target)
  const far = paired ? column('c', 'id') : column('l', link.far)
  const orders = [link.order, link.otherOrder].filter((order) => order !== null)
  const columns = [link.near, link.far, ...link.where.map((constant) => constant.column), ...orders]
  const values = [
    bind(to),
    far,
    ...link.where.map(({ equals }) => literal(equals)),
    ...orders.map((order) => column('l', order)),
  ]
  const counterpart = paired
    ? counterpartOf(tableOf(store.tables, target.uid).table, column('l', link.far), status)
    : sql``
  const where = [sql`${column('l', link.near)} = ${bind(from)}`, ...constantly(link.where, 'l')]
  await store.run(
    sql`insert into ${name(link.table)} (${join(columns.map(name), ', ')}) select ${join(values, ', ')} from ${name(link.table)} as l${counterpart} where ${join(where, ' and ')} order by ${column('l', 'id')}`,
  )
}

/** Joins the row `c`: the version of that status of the document that `row` is a version of. */
function counterpartOf(table: string, row: Sql, status: VersionStatus): Sql {
  const same = sql`${column('c', 'document_id')} = ${column('d', 'document_id')} and ${isSameLocale('c', 'd')}`
  return sql` join ${name(table)} as ${alias('d')} on ${column('d', 'id')} = ${row} join ${name(table)} as ${alias('c')} on ${same} and ${isOfStatus('c', status)}`
}

export async function copyMorphTo(
  store: Store,
  model: Model,
  attribute: MorphToAttribute,
  from: number,
  to: number,
  status: VersionStatus | null,
): Promise<void> {
  const arms = tableOf(store.tables, model.uid).arms.get(attribute.name) ?? new Map<string, Hop>()
  const [first] = arms.values()
  if (first === undefined) return
  await clearMorphTo(store, tableOf(store.tables, model.uid).table, first, to)
  for (const [uid, hop] of arms) await copyArm(store, model, uid, hop, from, to, status)
}

async function clearMorphTo(store: Store, table: string, { via, from, fromWhere }: Hop, id: number): Promise<void> {
  if (via !== null) {
    await store.run(sql`delete from ${name(via.table)} where ${name(via.near)} = ${bind(id)}`)
    return
  }
  const cleared = [from, ...fromWhere.map((constant) => constant.column)].map((column) => sql`${name(column)} = null`)
  await store.run(sql`update ${name(table)} set ${join(cleared, ', ')} where "id" = ${bind(id)}`)
}

/** Many are rows of a table, one is two columns of the row itself. */
async function copyArm(
  store: Store,
  model: Model,
  uid: string,
  hop: Hop,
  from: number,
  to: number,
  status: VersionStatus | null,
): Promise<void> {
  const target = modelOf(store.schema, uid)
  const versioned = status !== null && hasVersions(target)
  const targetTable = tableOf(store.tables, uid).table
  if (hop.via === null)
    return copyColumns(
      store,
      tableOf(store.tables, model.uid).table,
      targetTable,
      hop,
      from,
      to,
      versioned ? status : null,
    )
  const link: Link = { ...hop.via, otherOrder: null }
  const columns = [link.near, link.far, ...link.where.map((constant) => constant.column), 'field', 'order']
  const far = versioned ? column('c', 'id') : column('l', link.far)
  const values = [
    bind(to),
    far,
    ...link.where.map(({ equals }) => literal(equals)),
    column('l', 'field'),
    column('l', 'order'),
  ]
  const counterpart = versioned ? counterpartOf(targetTable, column('l', link.far), status) : sql``
  const where = [sql`${column('l', link.near)} = ${bind(from)}`, ...constantly(link.where, 'l')]
  await store.run(
    sql`insert into ${name(link.table)} (${join(columns.map(name), ', ')}) select ${join(values, ', ')} from ${name(link.table)} as l${counterpart} where ${join(where, ' and ')} order by ${column('l', 'id')}`,
  )
}

async function copyColumns(
  store: Store,
  table: string,
  targetTable: string,
  hop: Hop,
  from: number,
  to: number,
  status: VersionStatus | null,
): Promise<void> {
  const type = hop.fromWhere[0]
  if (type === undefined) return
  const counterpart = status === null ? sql`` : counterpartOf(targetTable, column('s', hop.from), status)
  const target = status === null ? column('s', hop.from) : column('c', 'id')
  const pointed = sql`select ${target}, ${column('s', type.column)} from ${name(table)} as s${counterpart} where ${column('s', 'id')} = ${bind(from)}`
  await store.run(
    sql`update ${name(table)} set (${name(hop.from)}, ${name(type.column)}) = (${pointed} and ${column('s', type.column)} = ${literal(type.equals)}) where "id" = ${bind(to)} and exists (select 1 from ${name(table)} as s where ${column('s', 'id')} = ${bind(from)} and ${column('s', type.column)} = ${literal(type.equals)})`,
  )
}
