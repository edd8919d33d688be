/**
 * Links of relations that were to many and are to one now: all but the first are left over, and so is their order. The
 * same applies to targets that several entries shared in one direction, and that lead back to one of them now.
 */

import { modelsOf } from '../../schema/models.ts'
import { type Model, modelOf, type RelationAttribute } from '../../schema/schema.ts'
import { name, type Sql, sql } from '../../sql/sql.ts'
import { deleteWhere } from '../../sql/write-rows.ts'
import { isExclusive, type LinkTable, linkTableOf } from '../../tables/relation-hop.ts'
import type { Recorded } from '../record.ts'
import type { Risk } from '../risks.ts'
import type { Step } from '../step.ts'
import { tableNamed } from '../versions/content.ts'
import type { LinkedContent } from '../versions/stored-links.ts'
import { isNotedExclusive, leadsToOne } from './exclusive-links.ts'
import type { Leftover } from './leftover.ts'
import { moveOrders, numberLinks, type Orders, ordersBefore } from './link-orders.ts'

export interface LeftLinks {
  readonly leftovers: readonly Leftover[]
  /** Orders that are meaningless once only one link is left, or that are in another column: dropping them loses nothing. */
  readonly settled: readonly Risk[]
  readonly steps: readonly Step[]
}

export function leftLinks(content: LinkedContent, recorded: Recorded, risks: readonly Risk[]): LeftLinks {
  const isReplaced = (table: string) => risks.some((risk) => risk.table === table && risk.column === null)
  const found = modelsOf(content.schema).flatMap((model) =>
    [...model.attributes.values()].flatMap((attribute) => {
      if (attribute.kind !== 'relation' || attribute.mappedBy !== null || !attribute.useJoinTable) return []
      const target = modelOf(content.schema, attribute.target)
      const link = linkTableOf(model, attribute, target)
      const before = ordersBefore(link, recorded)
      if (before === null || isReplaced(link.table)) return []
      const wasShared = !isNotedExclusive(recorded.get(link.table), link.target)
      return [linksOf(content, { model, attribute, target, link, before, wasShared }, risks)]
    }),
  )
  return {
    leftovers: found.flatMap(({ leftovers }) => leftovers),
    settled: found.flatMap(({ settled }) => settled),
    steps: found.flatMap(({ steps }) => steps),
  }
}

interface StoredRelation {
  readonly model: Model
  readonly attribute: RelationAttribute
  readonly target: Model
  readonly link: LinkTable
  readonly before: Orders
  /** Whether several entries could be linked to one target. */
  readonly wasShared: boolean
}

function linksOf(content: LinkedContent, relation: StoredRelation, risks: readonly Risk[]): LeftLinks {
  const { model, attribute, target, link, before, wasShared } = relation
  const isOneBack = isExclusive(attribute)
  const near = attribute.toMany ? null : before.order
  const far = isOneBack ? before.inverseOrder : null
  const steps = moveOrders(link, before)
  const isMoved = steps.length > 0
  const done = [near, far, isMoved ? before.inverseOrder : null]
  return {
    leftovers: [
      ...trimmed(content, link.table, near, {
        own: link.owner,
        other: { column: link.target, model: target },
        attribute: `${attribute.name} of ${model.uid}`,
      }),
      ...trimmed(content, link.table, far ?? (isOneBack && wasShared ? 'id' : null), {
        own: link.target,
        other: { column: link.owner, model },
        attribute: `${attribute.inversedBy} of ${target.uid}`,
      }),
    ],
    settled: risks.filter(({ table, column }) => table === link.table && column !== null && done.includes(column)),
    steps: [...steps, ...numberLinks(link, before)],
  }
}

/** The side of a link table that is to one now. */
interface TrimmedSide {
  /** The column that holds the row which keeps one link. */
  readonly own: string
  readonly other: { readonly column: string; readonly model: Model }
  /** For people. */
  readonly attribute: string
}

/** All links but those to the first document, in whichever versions it is linked. Without an order, there was only one. */
function trimmed(
  content: LinkedContent,
  table: string,
  order: string | null,
  { own, other, attribute }: TrimmedSide,
): readonly Leftover[] {
  if (order === null) return []
  const documents = tableNamed(content, other.model)
  const first: Sql = sql`select d."document_id" from ${name(table)} as e join ${documents} as d on d."id" = e.${name(other.column)} where e.${name(own)} = l.${name(own)} order by e.${name(order)}, e."id" limit 1`
  const rows = sql`${name(table)} as l join ${documents} as o on o."id" = l.${name(other.column)} where o."document_id" <> (${first})`
  const statements = [deleteWhere(table, sql`"id" in (select l."id" from ${rows})`)]
  const text = `keep the first link of each entry in ${table}`
  const steps: readonly Step[] = [{ kind: 'trimLinks', table, text, statements }]
  return [{ from: rows, risk: { table, column: null, reason: leadsToOne(attribute), needed: true, steps } }]
}
