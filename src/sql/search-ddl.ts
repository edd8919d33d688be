/** How a database makes a full-text index that its own triggers keep up to date, whichever program writes. */

import type { SearchIndex } from '../tables/search-index.ts'
import type { Sql } from './sql.ts'

export interface SearchDdl {
  /** Rows `[table, object]`: tables and triggers of full-text indexes that work, with the table that they stand at. */
  readonly objects: Sql
  /** Names of all that an index is made of. */
  partsOf(index: SearchIndex): readonly string[]
  /** Creates and fills it. No part of it may exist. `folded`: a text without regard to case. */
  build(index: SearchIndex, folded: (text: Sql) => Sql): readonly Sql[]
  /** Drops its existing parts. */
  drop(index: string, objects: readonly SearchObject[]): readonly Sql[]
}

export interface SearchObject {
  readonly name: string
  /** The table that a trigger is on; its own name for others. */
  readonly table: string
}
