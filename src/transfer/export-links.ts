/** Links as an archive has them: from the side that stores them. */

import type { Row } from '../execute/database.ts'
import { modelsOf } from '../schema/models.ts'
import { type Model, type MorphToAttribute, modelOf, type RelationAttribute } from '../schema/schema.ts'
import { bind, join, name, render, sql } from '../sql/sql.ts'
import { toOneColumns } from '../tables/morph-hop.ts'
import { idColumn, morphTable, tableName, typeColumn } from '../tables/names.ts'
import { linkTableOf, ownColumn, ownsLinks } from '../tables/relation-hop.ts'
import { isLeftOut } from './left-out.ts'
import type { Source } from './source.ts'

export async function* exportLinks(source: Source, onLink: () => void): AsyncGenerator<string> {
  const models = modelsOf(source.schema)
  for (const model of models.filter(({ uid }) => !isLeftOut(uid))) {
    for (const attribute of model.attributes.values()) {
      const links =
        attribute.kind === 'relation'
          ? relationLinks(source, model, attribute)
          : attribute.kind === 'morphTo'
            ? morphLinks(source, model, attribute)
            : []
      for await (const link of links) {
        yield JSON.stringify(link)
        onLink()
      }
    }
  }
}

type Json = Readonly<Record<string, unknown>>

async function* relationLinks(source: Source, owner: Model, attribute: RelationAttribute): AsyncGenerator<Json> {
  if (!ownsLinks(owner, attribute) || isLeftOut(attribute.target)) return
  const target = modelOf(source.schema, attribute.target)
  const kind = target.uid === owner.uid ? 'relation.circular' : 'relation.basic'
  const inverse = attribute.inversedBy === null ? {} : { field: attribute.inversedBy }
  for await (const { from, to, order, inverseOrder } of storedLinks(source, owner, attribute, target)) {
    yield {
      kind,
      relation: attribute.relation,
      left: { type: owner.uid, ref: from, field: attribute.name, ...place(order) },
      right: { type: target.uid, ref: to, ...inverse, ...place(inverseOrder) },
    }
  }
}

interface StoredLink {
  readonly from: unknown
  readonly to: unknown
  readonly order: unknown
  readonly inverseOrder: unknown
}

async function* storedLinks(
  source: Source,
  owner: Model,
  attribute: RelationAttribute,
  target: Model,
): AsyncGenerator<StoredLink> {
  if (!attribute.useJoinTable) {
    for await (const [from, to] of pages(source, tableName(owner.collectionName), [ownColumn(attribute)])) {
      if (to !== null) yield { from, to, order: null, inverseOrder: null }
    }
    return
  }
  const link = linkTableOf(owner, attribute, target)
  const orders = [link.order, link.inverseOrder].filter((order) => order !== null)
  for await (const [, from, to, ...places] of pages(source, link.table, [link.owner, link.target, ...orders])) {
    const [order, inverseOrder] = link.order === null ? [null, places[0]] : places
    if (from !== null && to !== null) yield { from, to, order, inverseOrder }
  }
}

async function* morphLinks(source: Source, owner: Model, attribute: MorphToAttribute): AsyncGenerator<Json> {
  const isKnown = (uid: unknown) =>
    source.schema.contentTypes.has(String(uid)) || source.schema.components.has(String(uid))
  const kind = 'relation.morph'
  if (!attribute.toMany) {
    const { id, type: typeOf } = toOneColumns(attribute)
    const columns = [id, typeOf]
    for await (const [from, to, type] of pages(source, tableName(owner.collectionName), columns)) {
      if (to === null || !isKnown(type)) continue
      const left = { type: owner.uid, ref: from, field: attribute.name }
      yield { kind, relation: 'morphToOne', left, right: { type, ref: to } }
    }
    return
  }
  const columns = [idColumn(owner.modelName), idColumn(attribute.name), typeColumn(attribute.name), 'field', 'order']
  for await (const row of pages(source, morphTable(owner.collectionName, attribute.name), columns)) {
    const [, from, to, type, field, order] = row
    // Rows of types that are gone stay behind in such tables.
    if (from === null || to === null || !isKnown(type)) continue
    const left = { type: owner.uid, field: attribute.name, ref: from }
    yield { kind, relation: 'morphToMany', left, right: { ref: to, ...place(order), type, field } }
  }
}

function place(order: unknown): { readonly pos?: number } {
  return order === null || order === undefined ? {} : { pos: Number(order) }
}

const PAGE = 2_000

/** Rows with their ids first, in the order of ids. */
async function* pages({ run, dialect }: Source, table: string, columns: readonly string[]): AsyncGenerator<Row> {
  const selected = join(['id', ...columns].map(name), ', ')
  let last = 0
  for (;;) {
    const statement = sql`select ${selected} from ${name(table)} where "id" > ${bind(last)} order by "id" limit ${bind(PAGE)}`
    const rows = await run(render(statement, dialect))
    yield* rows
    last = Number(rows.at(-1)?.[0])
    if (rows.length < PAGE) return
  }
}
