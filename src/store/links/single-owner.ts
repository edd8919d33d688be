/** Two-way relations whose targets have one owner: linking a target removes it from its former owner. */

import type { Attribute, Model } from '../../schema/schema.ts'
import { bind, column, name, type Sql, sql } from '../../sql/sql.ts'
import { deleteWhere, updateWhere } from '../../sql/write-rows.ts'
import { type Hop, tableOf } from '../../tables/tables.ts'
import { inParts, isOneOf } from '../rows.ts'
import type { RowAttribute } from '../store.ts'
import type { Link } from './link-table.ts'

export interface OwnerLinks extends RowAttribute<Attribute> {
  readonly link: Link
}

/**
 * Detaches `targets`, which the row has just been linked to, from other documents: from their drafts if it is a
 * draft, because a draft changes nothing that is published. Other versions and locales of the same document keep them.
 */
export async function detachFromOtherOwners(owner: OwnerLinks, targets: readonly number[]): Promise<void> {
  const { store, model, attribute, link, id } = owner
  if (model.kind === 'component' || targets.length === 0 || !hasSingleOwner(model, attribute)) return
  const owners = name(tableOf(store.tables, model.uid).table)
  const isDraft = (alias: string) => sql`(${column(alias, 'published_at')} is null)`
  const ofStatus = model.draftAndPublish ? sql` and ${isDraft('o')} = ${isDraft('s')}` : sql``
  // Looked up for each link that is found: a type may have many thousand owners.
  const ofOther = sql`exists (select 1 from ${owners} as o join ${owners} as s on s."document_id" <> o."document_id" where o."id" = ${name(link.table)}.${name(link.near)} and s."id" = ${bind(id)}${ofStatus})`
  for (const part of inParts(targets)) {
    await store.run(deleteWhere(link.table, sql`${isOneOf(link.far, part)} and ${ofOther}`))
  }
}

export interface OwnerPointer extends RowAttribute<Attribute> {
  readonly hop: Hop
}

/** The same for a pointer that the row has just got: rows of other documents that point there point nowhere now. */
export async function clearOtherOwners({ store, model, attribute, hop, id }: OwnerPointer): Promise<void> {
  if (model.kind === 'component' || !hasSingleOwner(model, attribute)) return
  const { table } = tableOf(store.tables, model.uid)
  const [owners, pointer] = [name(table), name(hop.from)]
  const isDraft = (of: Sql) => sql`(${of}."published_at" is null)`
  const ofStatus = model.draftAndPublish ? sql` and ${isDraft(name('s'))} = ${isDraft(owners)}` : sql``
  const pointed = sql`${pointer} = (select ${pointer} from ${owners} where "id" = ${bind(id)})`
  const ofOther = sql`exists (select 1 from ${owners} as s where s."id" = ${bind(id)} and s."document_id" <> ${owners}."document_id"${ofStatus})`
  await store.run(updateWhere(table, [{ column: hop.from, value: sql`null` }], sql`${pointed} and ${ofOther}`))
}

/** A target of a one-way relation does not know its owners, so any number of them may share it. So may components. */
export function hasSingleOwner(model: Model, attribute: Attribute): boolean {
  if (model.kind === 'component' || attribute.kind !== 'relation') return false
  const { relation, mappedBy, inversedBy } = attribute
  const isTwoWay = mappedBy !== null || inversedBy !== null
  return isTwoWay && (relation === 'oneToOne' || relation === 'oneToMany')
}
