/** The related rows of an attribute. */

import { isPolymorphic } from '../schema/attribute-kinds.ts'
import type { LinkAttribute, Model, PolymorphicAttribute } from '../schema/schema.ts'
import { type Hop, type Tables, tableOf } from '../tables/tables.ts'
import type { Condition, RelatedRows } from './read-plan.ts'

/** A step from a model along an attribute to a target model. */
export interface Step<Attribute extends LinkAttribute | PolymorphicAttribute> {
  readonly from: Model
  readonly attribute: Attribute
  readonly target: Model
}

export function relatedRows(step: Step<LinkAttribute>, condition: Condition, tables: Tables): RelatedRows {
  const { from, attribute } = step
  const hop = tableOf(tables, from.uid).hops.get(attribute.name)
  if (hop === undefined) throw new Error(`no hop from ${from.uid} along ${attribute.name}`)
  return rowsBy(hop, step, condition, tables)
}

/** For any attribute; null where a polymorphic one has no targets. */
export function rowsAlong(
  step: Step<LinkAttribute | PolymorphicAttribute>,
  condition: Condition,
  tables: Tables,
): RelatedRows | null {
  const { from, attribute, target } = step
  if (!isPolymorphic(attribute)) return relatedRows({ from, attribute, target }, condition, tables)
  const hop = tableOf(tables, from.uid).arms.get(attribute.name)?.get(target.uid)
  return hop === undefined ? null : rowsBy(hop, step, condition, tables)
}

function rowsBy(
  hop: Hop,
  { attribute, target }: Step<LinkAttribute | PolymorphicAttribute>,
  condition: Condition,
  tables: Tables,
): RelatedRows {
  const { table } = tableOf(tables, target.uid)
  return { hop, table, condition, isShared: isShared(attribute), toMany: attribute.toMany }
}

/** Whether several entries may have the same related entry. Without an inverse attribute, nothing prevents it. */
function isShared(attribute: LinkAttribute | PolymorphicAttribute): boolean {
  switch (attribute.kind) {
    case 'relation': {
      const { relation, mappedBy, inversedBy } = attribute
      return relation.startsWith('many') || (mappedBy === null && inversedBy === null)
    }
    case 'component':
    case 'dynamiczone':
      return false
    default:
      return true
  }
}
