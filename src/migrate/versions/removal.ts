/** Selects the rows of a type to delete, and the row of the same document that replaces each. */

import type { ContentType } from '../../schema/schema.ts'
import { isSameDocument, isSameLocale } from '../../sql/same-document.ts'
import { literal, type Sql, sql } from '../../sql/sql.ts'
import { type Content, tableNamed } from './content.ts'

/** Conditions on rows `r`, and on rows `s` of the same document that take their place. */
export interface Removal {
  readonly kind: 'drafts' | 'locales'
  readonly goes: Sql
  readonly stays: Sql
  /** The sort order that chooses the replacing row. */
  readonly first: Sql
}

/** `content.versioned` has the type still. */
export const DRAFTS: Removal = {
  kind: 'drafts',
  goes: sql`r."published_at" is null`,
  stays: sql`${isSameLocale('s', 'r')} and s."published_at" is not null`,
  first: sql`s."id"`,
}

/** Rows without a locale are what all of them should be. */
export function otherLocales(content: Content, type: ContentType, locale: string): Removal {
  return {
    kind: 'locales',
    goes: sql`r."locale" is not null and (r."locale" <> ${literal(locale)} or exists (${siblings(content, type, sql`s."locale" is null`)}))`,
    stays: sql`(s."locale" is null or s."locale" = ${literal(locale)}) and ${IS_OF_SAME_STATUS}`,
    first: sql`case when s."locale" is null then 0 else 1 end`,
  }
}

/** Rows without a locale whose place in the default locale is taken. */
export function displaced(content: Content, type: ContentType, locale: string): Removal {
  const isDefault = sql`s."locale" = ${literal(locale)}`
  return {
    kind: 'locales',
    goes: sql`r."locale" is null and exists (${siblings(content, type, isDefault)})`,
    stays: sql`${isDefault} and ${IS_OF_SAME_STATUS}`,
    first: sql`s."id"`,
  }
}

const IS_OF_SAME_STATUS = sql`(s."published_at" is null) = (r."published_at" is null)`

/** Rows `s` of the document of `r`, of the same status. */
function siblings(content: Content, type: ContentType, condition: Sql): Sql {
  return sql`select 1 from ${tableNamed(content, type)} as s where ${isSameDocument('s', 'r')} and ${IS_OF_SAME_STATUS} and ${condition}`
}

/** How many rows are deleted, and how many of these are the last of their entry. */
export function countRemoved(content: Content, type: ContentType, { goes, stays }: Removal): Sql {
  const table = tableNamed(content, type)
  const left = sql`exists (select 1 from ${table} as s where ${isSameDocument('s', 'r')} and ${stays})`
  return sql`select sum(case when ${left} then 1 else 0 end), sum(case when ${left} then 0 else 1 end) from ${table} as r where ${goes}`
}
