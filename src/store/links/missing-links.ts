/** Required relations and files that are missing. */

import { isRelation } from '../../schema/attribute-kinds.ts'
import type { AnyRelation, Attribute, MediaAttribute, Model } from '../../schema/schema.ts'
import { column, join, name, type Sql, sql } from '../../sql/sql.ts'
import { type Hop, tableOf, type Via } from '../../tables/tables.ts'
import { inParts, isOneOf } from '../rows.ts'
import type { Store } from '../store.ts'
import { constantConditions } from './link-table.ts'

/** Missing links by row id. Empty unless the project's settings require them, as in Strapi. */
export async function missingLinksOf(
  store: Store,
  model: Model,
  ids: readonly number[],
): Promise<ReadonlyMap<number, ReadonlySet<Attribute>>> {
  const required = store.strictRelations ? requiredLinks(model) : []
  const missing = new Map<number, ReadonlySet<Attribute>>()
  if (required.length === 0) return missing
  const linked = required.map((attribute) => sql`case when ${hasTarget(store, model, attribute)} then 1 else 0 end`)
  for (const part of inParts(ids)) {
    const rows = await store.run(
      sql`select t."id", ${join(linked, ', ')} from ${name(tableOf(store.tables, model.uid).table)} as t where ${isOneOf('id', part)}`,
    )
    for (const [id, ...flags] of rows) {
      missing.set(Number(id), new Set(required.filter((_, index) => Number(flags[index]) === 0)))
    }
  }
  return missing
}

type RequiredLink = AnyRelation | MediaAttribute

function requiredLinks(model: Model): readonly RequiredLink[] {
  return [...model.attributes.values()].filter(
    (attribute): attribute is RequiredLink =>
      attribute.required && (isRelation(attribute) || attribute.kind === 'media'),
  )
}

/** A condition on the row `t`. */
function hasTarget(store: Store, model: Model, attribute: RequiredLink): Sql {
  const { hops, arms } = tableOf(store.tables, model.uid)
  if (attribute.kind === 'morphTo') {
    const [arm] = (arms.get(attribute.name) ?? new Map<string, Hop>()).values()
    return arm === undefined ? sql`1 = 1` : anyType(arm)
  }
  const hop = hops.get(attribute.name)
  if (hop === undefined) return sql`1 = 1`
  return hop.via === null
    ? exists(hop, { table: tableOf(store.tables, attribute.target).table, near: hop.to, where: hop.toWhere })
    : exists(hop, hop.via)
}

/** The type of the target does not matter here. */
function anyType(arm: Hop): Sql {
  return arm.via === null ? sql`${column('t', arm.from)} is not null` : exists(arm, { ...arm.via, where: [] })
}

function exists({ from }: Hop, { table, near, where }: Pick<Via, 'table' | 'near' | 'where'>): Sql {
  const conditions = [sql`${column('l', near)} = ${column('t', from)}`, ...constantConditions(where, 'l')]
  return sql`exists (select 1 from ${name(table)} as l where ${join(conditions, ' and ')})`
}
