/** Dangling links: rows of a link table whose target row is missing. Strapi's databases may have some. */

import type { Sql } from './sql.ts'

/** Whether related rows are counted for the rows of a page, or for all rows of a table. */
export type Extent = 'few' | 'all'

/** A column of a link table and the column it references. */
export interface LinkTarget {
  readonly links: string
  readonly far: string
  readonly table: string
  readonly to: string
}

/** A condition that is true only if no link is dangling; it has the same value for all rows of a statement. */
export type NoDanglingLinks = (end: LinkTarget) => Sql
