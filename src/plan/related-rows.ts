/** The rows that an attribute leads to. */

import type { LinkAttribute, Model, PolymorphicAttribute } from '../schema/schema.ts'
import { type Tables, tableOf } from '../tables/tables.ts'
import type { Condition, RelatedRows } from './read-plan.ts'

export function relatedRows(
  model: Model,
  attribute: LinkAttribute,
  target: Model,
  condition: Condition,
  tables: Tables,
): RelatedRows {
  const hop = tableOf(tables, model.uid).hops.get(attribute.name)
  if (hop === undefined) throw new Error(`no way from ${model.uid} along ${attribute.name}`)
  return { hop, table: tableOf(tables, target.uid).table, condition }
}

/** Of any attribute; null where a polymorphic one leads nowhere. */
export function rowsAlong(
  model: Model,
  attribute: LinkAttribute | PolymorphicAttribute,
  target: Model,
  condition: Condition,
  tables: Tables,
): RelatedRows | null {
  if (attribute.kind !== 'dynamiczone' && attribute.kind !== 'morphTo') {
    return relatedRows(model, attribute, target, condition, tables)
  }
  const hop = tableOf(tables, model.uid).arms.get(attribute.name)?.get(target.uid)
  return hop === undefined ? null : { hop, table: tableOf(tables, target.uid).table, condition }
}
