/** The rows that an attribute leads to. */

import type { LinkAttribute, Model } from '../schema/schema.ts'
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
