import { bind, column, type Sql, sql } from '../sql/sql.ts'
import type { DocumentPlace } from './unique-values.ts'

/** Rows of other documents, in the same locale. */
export function elsewhere({ documentId, locale }: Pick<DocumentPlace, 'documentId' | 'locale'>, alias: string) {
  const own = column(alias, 'locale')
  return [
    sql`${column(alias, 'document_id')} <> ${bind(documentId)}`,
    locale === null ? sql`${own} is null` : sql`${own} = ${bind(locale)}`,
  ] satisfies readonly Sql[]
}
