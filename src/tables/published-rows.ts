/**
 * The part of a table that published responses can show, by a name of its own: a response depends on whole tables, or on
 * this part of them. See docs/decisions/0015-drafts-leave-published-responses-alone.md.
 */

const SUFFIX = ' (published)'

export const publishedRowsOf = (table: string): string => `${table}${SUFFIX}`

/** Null for whole tables. */
export function tableOfPublishedRows(rows: string): string | null {
  return rows.endsWith(SUFFIX) ? rows.slice(0, -SUFFIX.length) : null
}

/** The table of a dependency: of all rows, or of published rows only. */
export function tableOfRows(rows: string): string {
  return tableOfPublishedRows(rows) ?? rows
}
