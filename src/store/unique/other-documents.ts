/** Rows that a unique value is compared with: those of other documents, in the locales that the value is written to. */

import type { Attribute, ContentType } from '../../schema/schema.ts'
import { bind, column, join, name, type Sql, sql } from '../../sql/sql.ts'
import { tableOf } from '../../tables/tables.ts'
import type { DocumentRef } from '../documents/document-ref.ts'
import { isShared } from '../documents/share-across-locales.ts'
import { isOfStatus } from '../documents/versions.ts'
import type { Store } from '../store.ts'

/** An attribute of a document's type, with a unique value or with components that have one. */
export interface CheckedAttribute {
  readonly store: Pick<Store, 'tables'>
  readonly document: DocumentRef
  readonly attribute: Attribute
}

type Status = (type: ContentType, alias: string) => readonly Sql[]

/** Drafts and published rows of other documents. */
export function inOtherDocuments(checked: CheckedAttribute, alias: string): readonly Sql[] {
  return inOthers(checked, alias, () => [])
}

/** Published rows only: drafts may have any value. Types without Draft & Publish are always published. */
export function inOtherPublishedDocuments(checked: CheckedAttribute, alias: string): readonly Sql[] {
  return inOthers(checked, alias, ({ draftAndPublish }, row) => (draftAndPublish ? [isOfStatus(row, 'published')] : []))
}

function inOthers({ store, document, attribute }: CheckedAttribute, alias: string, status: Status): readonly Sql[] {
  const { type, documentId, locale } = document
  const own = column(alias, 'locale')
  const isHere = locale === null ? sql`${own} is null` : sql`${own} = ${bind(locale)}`
  const isOther = sql`${column(alias, 'document_id')} <> ${bind(documentId)}`
  if (!type.localized || !isShared(attribute)) return [isOther, isHere, ...status(type, alias)]
  // A write in one locale writes the value to all that the document has.
  const rows = join([sql`l."document_id" = ${bind(documentId)}`, ...status(type, 'l')], ' and ')
  const locales = sql`select l."locale" from ${name(tableOf(store.tables, type.uid).table)} as l where ${rows}`
  return [isOther, sql`(${isHere} or ${own} in (${locales}))`, ...status(type, alias)]
}
