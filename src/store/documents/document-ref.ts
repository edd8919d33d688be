import type { ContentType } from '../../schema/schema.ts'
import { bind, column, type Sql, sql } from '../../sql/sql.ts'
import { isOfStatus } from './versions.ts'

/** Which document, in which locale. */
export interface DocumentRef {
  readonly type: ContentType
  readonly documentId: string
  /** Null for types without locales. */
  readonly locale: string | null
}

/** Rows of other documents, in the same locale. */
export function inOtherDocuments({ documentId, locale }: DocumentRef, alias: string): readonly Sql[] {
  const own = column(alias, 'locale')
  return [
    sql`${column(alias, 'document_id')} <> ${bind(documentId)}`,
    locale === null ? sql`${own} is null` : sql`${own} = ${bind(locale)}`,
  ]
}

/** The same for published rows: drafts may have any value. Types without Draft & Publish are always published. */
export function inOtherPublishedDocuments(document: DocumentRef, alias: string): readonly Sql[] {
  const { draftAndPublish } = document.type
  return [...inOtherDocuments(document, alias), ...(draftAndPublish ? [isOfStatus(alias, 'published')] : [])]
}
