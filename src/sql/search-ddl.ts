/** Statements for a full-text index that the database's own triggers keep up to date, whichever program writes. */

import type { SearchIndex } from '../tables/search-index.ts'
import type { Sql } from './sql.ts'

export interface SearchDdl {
  /** Rows `[table, object]`: the tables and triggers of working full-text indexes, with the table they belong to. */
  readonly objects: Sql
  /** Names of all tables and triggers of an index. */
  partsOf(index: SearchIndex): readonly string[]
  /** Creates and fills an index. None of its parts may exist. `folded`: the text without regard to case. */
  build(index: SearchIndex, folded: (text: Sql) => Sql): readonly Sql[]
  /** Drops its existing parts. */
  drop(index: string, objects: readonly SearchObject[]): readonly Sql[]
}

export interface SearchObject {
  readonly name: string
  /** The table that a trigger is on; its own name for others. */
  readonly table: string
}
