/** What a dialect tells about link tables. */

import type { Sql } from './sql.ts'

/** For how many rows the related ones are counted: the rows of a page, or all rows of a table. */
export type Extent = 'few' | 'all'

/** The end of all links of a table, and what it leads to. */
export interface LinkEnd {
  readonly links: string
  readonly far: string
  readonly table: string
  readonly to: string
}

/** True only if each link leads to a row; the same for all rows of a statement. */
export type EachLeads = (end: LinkEnd) => Sql
