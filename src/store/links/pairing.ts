/** Finds the row of a related document that a copied link should reference. */

import { hasDrafts, isLocalized } from '../../schema/models.ts'
import type { Model } from '../../schema/schema.ts'
import { isSameDocument, isSameLocale } from '../../sql/same-document.ts'
import { alias, bind, column, type IdPair, join, name, type Sql, sql } from '../../sql/sql.ts'
import { tableOf } from '../../tables/tables.ts'
import { isOfStatus, lockRows, type VersionStatus } from '../documents/versions.ts'
import type { Store } from '../store.ts'

/** Null: the same status, or the same locale, as the row that is linked now. */
export interface Pairing {
  readonly status: VersionStatus | null
  readonly locale: string | null
}

/** The very rows that are linked. */
export const AS_LINKED: Pairing = { status: null, locale: null }

/** Rows that get the links of other rows of the same model, with related documents in the version that matches them. */
export interface RowCopy {
  readonly store: Store
  readonly model: Model
  /** One of an entry, and all components of it at one attribute. */
  readonly pairs: readonly IdPair[]
  readonly pairing: Pairing
  /** Whether all copies were just inserted, and so have nothing that is wrong. */
  readonly isNew: boolean
}

/** Whether another row of the target than the linked one may match. */
export function isPaired(target: Model, { status, locale }: Pairing): boolean {
  return (status !== null && hasDrafts(target)) || (locale !== null && isLocalized(target))
}

/** Joins `c`: the matching row of the document that `row`, a row of `target`, is a version of. */
export function counterpartOf({ store, pairing }: RowCopy, target: Model, row: Sql): Sql {
  const table = name(tableOf(store.tables, target.uid).table)
  const same = sql`${isSameDocument('c', 'd')} and ${localeFits(target, pairing)} and ${statusFits(target, pairing)}`
  return sql` join ${table} as ${alias('d')} on ${column('d', 'id')} = ${row} join ${table} as ${alias('c')} on ${same}`
}

export interface OtherVersion {
  /** For a `from`: rows of the target, as `e`. */
  readonly rows: Sql
  /** Whether a link to `e` is copied instead of one to `d`, which has the same counterpart. */
  readonly isBetter: Sql
}

/**
 * A draft links to both versions of an entry if Strapi has switched on Draft & Publish for the entry's type. The copy gets
 * the link that the source shows: to the version with the source's status. Among links to several locales, or to several rows of
 * one version, the first one is copied.
 */
export function otherVersionOf({ store, pairing }: RowCopy, target: Model, isEarlier: Sql): OtherVersion {
  const { status } = pairing
  const conditions = [isSameDocument('e', 'd'), sql`e."id" <> d."id"`]
  if (status !== null && hasDrafts(target)) {
    const source = status === 'draft' ? 'published' : 'draft'
    conditions.push(isSameLocale('e', 'd'), isOfStatus('e', source), sql`(${isOfStatus('d', status)} or ${isEarlier})`)
  } else {
    conditions.push(isSameStatus('e', 'd'), isEarlier)
  }
  return {
    rows: sql`${name(tableOf(store.tables, target.uid).table)} as ${alias('e')}`,
    isBetter: join(conditions, ' and '),
  }
}

/**
 * Locks all rows of the documents that `rows`, ids of rows of `target`, belong to, so that none is added or deleted. In the order of
 * `lockDocuments`, which has locked most of them.
 */
export async function lockDocumentsOf(store: Store, target: Model, rows: Sql): Promise<void> {
  const table = name(tableOf(store.tables, target.uid).table)
  await lockRows(
    store,
    sql`select "id" from ${table} where "document_id" in (select "document_id" from ${table} where "id" in (${rows})) order by "document_id", "id"`,
  )
}

function localeFits(target: Model, { locale }: Pairing): Sql {
  return locale === null || !isLocalized(target)
    ? isSameLocale('c', 'd')
    : sql`${column('c', 'locale')} = ${bind(locale)}`
}

function statusFits(target: Model, { status }: Pairing): Sql {
  if (status !== null && hasDrafts(target)) return isOfStatus('c', status)
  return isSameStatus('c', 'd')
}

function isSameStatus(a: string, b: string): Sql {
  return sql`(${column(a, 'published_at')} is null) = (${column(b, 'published_at')} is null)`
}

/** Whether each document of the target type has exactly one row, so that nothing has to be chosen. */
export function isOneRow(target: Model): boolean {
  return !hasDrafts(target) && !isLocalized(target)
}
