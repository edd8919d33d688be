/** What every database can do for us. Implemented once per dialect. */

import type { Statement } from '../sql/statement.ts'

export type Row = readonly unknown[]

export interface Database {
  /** Rows as arrays, in column order. */
  run(statement: Statement): Promise<readonly Row[]>
  /**
   * A number that changes whenever anything in the database may have changed, or null where the database
   * cannot tell cheaply. What was read under one revision may be kept until it moves.
   */
  revision(): number | null
  /** Columns of every table. */
  inspect(): Promise<ReadonlyMap<string, ReadonlySet<string>>>
  close(): Promise<void>
}
