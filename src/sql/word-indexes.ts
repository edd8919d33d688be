/** Indexes that find words inside texts, where a database has any. */

import type { IndexDefinition, WordTest } from '../tables/table-definition.ts'
import type { Sql } from './sql.ts'

export interface WordIndexes {
  /** To be run before the first is created; empty where the database is ready for them. */
  readonly preparation: readonly Sql[]
  /** Tests for which an index finds the same rows as a scan. */
  readonly tests: readonly WordTest[]
  create(table: string, index: IndexDefinition, test: WordTest): Sql
}
