/** Relations to any type of one row for another of the same document, in the versions that go with it. */

import { type Model, type MorphToAttribute, modelOf } from '../schema/schema.ts'
import { bind, column, join, literal, name, sql } from '../sql/sql.ts'
import { type Hop, tableOf } from '../tables/tables.ts'
import { copyRows } from './copy-links.ts'
import { counterpartOf, isPaired, keepDocuments, type Pairing } from './pairing.ts'
import type { Store } from './store.ts'

export async function copyMorphTo(
  store: Store,
  model: Model,
  attribute: MorphToAttribute,
  from: number,
  to: number,
  pairing: Pairing,
): Promise<void> {
  const { table, arms } = tableOf(store.tables, model.uid)
  const ways = arms.get(attribute.name) ?? new Map<string, Hop>()
  const [first] = ways.values()
  if (first === undefined) return
  await clear(store, table, first, to)
  for (const [uid, hop] of ways) {
    const target = modelOf(store.schema, uid)
    if (hop.via === null) await copyColumns(store, table, target, hop, from, to, pairing)
    else await copyRows(store, hop.via, target, from, to, pairing, ['field', 'order'])
  }
}

/** Many are rows of a table, one is two columns of the row itself. */
async function clear(store: Store, table: string, { via, from, fromWhere }: Hop, id: number): Promise<void> {
  if (via !== null) {
    await store.run(sql`delete from ${name(via.table)} where ${name(via.near)} = ${bind(id)}`)
    return
  }
  const cleared = [from, ...fromWhere.map((constant) => constant.column)].map((column) => sql`${name(column)} = null`)
  await store.run(sql`update ${name(table)} set ${join(cleared, ', ')} where "id" = ${bind(id)}`)
}

async function copyColumns(
  store: Store,
  table: string,
  target: Model,
  hop: Hop,
  from: number,
  to: number,
  pairing: Pairing,
): Promise<void> {
  const type = hop.fromWhere[0]
  if (type === undefined) return
  const pointed = column('s', hop.from)
  const ofType = sql`from ${name(table)} as s where ${column('s', 'id')} = ${bind(from)} and ${column('s', type.column)} = ${literal(type.equals)}`
  const paired = isPaired(target, pairing)
  if (paired) await keepDocuments(store, target, sql`select ${pointed} ${ofType}`)
  const counterpart = paired ? counterpartOf(store, target, pointed, pairing) : sql``
  const [row] = await store.run(
    sql`select ${paired ? column('c', 'id') : pointed} from ${name(table)} as s${counterpart} where ${column('s', 'id')} = ${bind(from)} and ${column('s', type.column)} = ${literal(type.equals)}`,
  )
  if (row === undefined) return
  await store.run(
    sql`update ${name(table)} set ${name(hop.from)} = ${bind(Number(row[0]))}, ${name(type.column)} = ${literal(type.equals)} where "id" = ${bind(to)}`,
  )
}
