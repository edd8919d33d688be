/** Conditions on two rows of a content type, each named by its alias. */

import { column, type Sql, sql } from './sql.ts'

export function isSameDocument(a: string, b: string): Sql {
  return sql`${column(a, 'document_id')} = ${column(b, 'document_id')}`
}

/** Also where neither has a locale. */
export function isSameLocale(a: string, b: string): Sql {
  const [one, other] = [column(a, 'locale'), column(b, 'locale')]
  return sql`(${one} = ${other} or (${one} is null and ${other} is null))`
}
