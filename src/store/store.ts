/** What every part of a write works with: one transaction, the model, the clock. */

import type { Row } from '../execute/database.ts'
import type { Schema } from '../schema/schema.ts'
import type { Dialect } from '../sql/dialect.ts'
import type { Sql } from '../sql/sql.ts'
import type { Tables } from '../tables/tables.ts'

export interface Store {
  /** Runs a statement inside the transaction. */
  readonly run: (statement: Sql) => Promise<readonly Row[]>
  readonly schema: Schema
  readonly tables: Tables
  readonly dialect: Pick<Dialect, 'stored' | 'locks' | 'jsonObject' | 'shown'>
  /** One time for everything a request writes, in epoch milliseconds. */
  readonly now: number
  readonly newDocumentId: () => string
  /** Null where the project has none. */
  readonly defaultLocale: string | null
  /** Whether what is published must have the relations and files that are required. */
  readonly strictRelations: boolean
}
