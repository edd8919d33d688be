/** A place to try indexes: private copies of tables, which are dropped when it is closed. */

import type { Sql } from '../sql/sql.ts'
import type { Statement } from '../sql/statement.ts'
import type { WordIndexes } from '../sql/word-indexes.ts'
import type { TableIndex } from '../tables/tables.ts'

export interface Tried {
  /** The query plan, as the database prints it. */
  readonly plan: readonly string[]
  /** The fastest of several runs. */
  readonly milliseconds: number
}

export interface Wanted {
  /** The tables to try indexes on. */
  readonly tables: readonly string[]
  /** Whether indexes for words are to be tried. */
  readonly words: boolean
}

export interface Trial {
  /** The indexes that existed before. */
  readonly indexes: readonly TableIndex[]
  /** Null if none are wanted, or the database has none. */
  readonly words: WordIndexes | null
  try(statement: Statement): Promise<Tried>
  /** Creates or drops an index. */
  change(statement: Sql): Promise<void>
  close(): Promise<void>
}

const MOST_RUNS = 7
const LONGEST_MEASUREMENT = 2_000

/** The fastest of a few runs, since other programs can only make a run slower. `run` returns its milliseconds. */
export async function leastTime(run: () => number | Promise<number>): Promise<number> {
  const end = performance.now() + LONGEST_MEASUREMENT
  let least = Number.POSITIVE_INFINITY
  for (let runs = 0; runs < MOST_RUNS && (runs < 2 || performance.now() < end); runs++) {
    least = Math.min(least, await run())
  }
  return least
}
