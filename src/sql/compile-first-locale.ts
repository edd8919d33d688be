/**
 * Tests whether a row has the first locale of a list that its document exists in:
 *
 *   (t0.locale = 'fr' or (t0.locale = 'en' and not exists (select 1 from articles as t1
 *     where t1.document_id = t0.document_id and t1.locale in ('fr') and t1.published_at is not null)))
 */

import { DOCUMENT_ID, LOCALE } from '../plan/columns.ts'
import type { FirstLocale } from '../plan/read-plan.ts'
import type { Scope } from './scope.ts'
import { alias, column, join, rowsOf, type Sql, sql } from './sql.ts'

interface Rows {
  /** Aliases of the row and of other rows of its document. */
  readonly own: string
  readonly other: string
  /** The condition that other rows must satisfy. */
  readonly shown: Sql
}

export function compileFirstLocale({ table, codes }: FirstLocale, { own, other, shown }: Rows, scope: Scope): Sql {
  const value = (code: string): Sql => scope.dialect.value(code, LOCALE.kind)
  const same = sql`${column(other, DOCUMENT_ID.name)} = ${column(own, DOCUMENT_ID.name)}`
  const chosen = codes.map((code, index) => {
    const isIn = sql`${column(own, LOCALE.name)} = ${value(code)}`
    if (index === 0) return isIn
    const better = sql`${column(other, LOCALE.name)} in (${join(codes.slice(0, index).map(value), ', ')})`
    return sql`(${isIn} and not exists (select 1 from ${rowsOf(table)} as ${alias(other)} where ${same} and ${better} and ${shown}))`
  })
  return sql`(${join(chosen, ' or ')})`
}
