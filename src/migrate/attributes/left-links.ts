/** Links of relations that were to many and are to one now: the order column is left over. */

import { type Model, modelOf, type RelationAttribute } from '../../schema/schema.ts'
import { name, type Sql, sql } from '../../sql/sql.ts'
import { deleteWhere } from '../../sql/write-rows.ts'
import { inverseOrderColumn, orderColumn } from '../../tables/names.ts'
import { tableOf } from '../../tables/tables.ts'
import type { Risk } from '../risks.ts'
import { modelsIn, tableNamed } from '../versions/content.ts'
import type { LinkedContent } from '../versions/stored-links.ts'
import type { Leftover } from './leftover.ts'

/** A leftover whose order column is meaningless once only one link is left. */
export interface LeftLinks extends Leftover {
  readonly order: Risk
}

export function leftLinks(content: LinkedContent, risks: readonly Risk[]): readonly LeftLinks[] {
  return modelsIn(content).flatMap((model) =>
    [...model.attributes.values()].flatMap((attribute) =>
      attribute.kind === 'relation' && attribute.mappedBy === null ? linksOf(content, model, attribute, risks) : [],
    ),
  )
}

function linksOf(content: LinkedContent, model: Model, attribute: RelationAttribute, risks: readonly Risk[]) {
  const via = tableOf(content.tables, model.uid).hops.get(attribute.name)?.via ?? null
  if (via === null) return []
  const target = modelOf(content.schema, attribute.target)
  const orderRisk = (...columns: readonly string[]) =>
    risks.find(({ table, column }) => table === via.table && column !== null && columns.includes(column))
  const near = attribute.toMany ? undefined : orderRisk(orderColumn(target.modelName))
  const isOneBack = attribute.inversedBy !== null && attribute.relation.startsWith('one')
  const far = isOneBack ? orderRisk(orderColumn(model.modelName), inverseOrderColumn(model.modelName)) : undefined
  return [
    ...(near === undefined
      ? []
      : [
          leftover(content, {
            order: near,
            own: via.near,
            other: { column: via.far, model: target },
            attribute: `${attribute.name} of ${model.uid}`,
          }),
        ]),
    ...(far === undefined || far === near
      ? []
      : [
          leftover(content, {
            order: far,
            own: via.far,
            other: { column: via.near, model },
            attribute: `${attribute.inversedBy} of ${target.uid}`,
          }),
        ]),
  ]
}

/** The side of a link table that is to one now. */
interface TrimmedSide {
  readonly order: Risk
  /** The column that holds the row which keeps one link. */
  readonly own: string
  readonly other: { readonly column: string; readonly model: Model }
  /** For people. */
  readonly attribute: string
}

/** All links but those to the first document, in whichever versions it is linked. */
function leftover(content: LinkedContent, { order, own, other, attribute }: TrimmedSide): LeftLinks {
  const { table } = order
  const ordered = order.column === null ? sql`e."id"` : sql`e.${name(order.column)}, e."id"`
  const documents = tableNamed(content, other.model)
  const first: Sql = sql`select d."document_id" from ${name(table)} as e join ${documents} as d on d."id" = e.${name(other.column)} where e.${name(own)} = l.${name(own)} order by ${ordered} limit 1`
  const rows = sql`${name(table)} as l join ${documents} as o on o."id" = l.${name(other.column)} where o."document_id" <> (${first})`
  const statements = [deleteWhere(table, sql`"id" in (select l."id" from ${rows})`)]
  const text = `keep the first link of each entry in ${table}`
  return {
    order,
    from: rows,
    risk: {
      table,
      column: null,
      reason: `${attribute} leads to one entry now: all links but the first are deleted`,
      needed: true,
      steps: [{ kind: 'trimLinks', table, text, statements }],
    },
  }
}
