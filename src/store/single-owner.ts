/** Targets that have room for one owner: linked by one, they leave the one they had. */

import type { Attribute, Model } from '../schema/schema.ts'
import { bind, column, name, sql } from '../sql/sql.ts'
import { tableOf } from '../tables/tables.ts'
import type { Link } from './links.ts'
import type { Store } from './store.ts'

/**
 * Takes what the row `id` links from other documents: from their drafts if it is a draft, for a draft changes nothing
 * that is published. Other versions and locales of the same document are no others. Components share their targets.
 */
export async function takeFromOthers(
  store: Store,
  model: Model,
  attribute: Attribute,
  link: Link,
  id: number,
): Promise<void> {
  if (attribute.kind !== 'relation' || model.kind === 'component') return
  if (attribute.relation !== 'oneToOne' && attribute.relation !== 'oneToMany') return
  const owners = name(tableOf(store.tables, model.uid).table)
  const isDraft = (alias: string) => sql`(${column(alias, 'published_at')} is null)`
  const ofStatus = model.draftAndPublish ? sql` and ${isDraft('o')} = ${isDraft('s')}` : sql``
  const others = sql`select o."id" from ${owners} as o join ${owners} as s on s."document_id" <> o."document_id" where s."id" = ${bind(id)}${ofStatus}`
  const targets = sql`select ${name(link.far)} from ${name(link.table)} where ${name(link.near)} = ${bind(id)}`
  await store.run(
    sql`delete from ${name(link.table)} where ${name(link.far)} in (${targets}) and ${name(link.near)} in (${others})`,
  )
}
