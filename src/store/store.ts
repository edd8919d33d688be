/** What every part of a write works with: one transaction, the model, the clock. */

import type { Row } from '../execute/database.ts'
import type { ColumnKind } from '../plan/read-plan.ts'
import type { Schema } from '../schema/schema.ts'
import type { Sql } from '../sql/sql.ts'
import type { Tables } from '../tables/tables.ts'
import type { StoredValue } from '../validate/document-input.ts'

export interface Store {
  /** Runs a statement inside the transaction. */
  readonly run: (statement: Sql) => Promise<readonly Row[]>
  readonly schema: Schema
  readonly tables: Tables
  /** A value in the form that a column of this kind holds. */
  readonly stored: (value: StoredValue, kind: ColumnKind) => Sql
  /** Appended to a select: keeps other writers away from its rows until the transaction ends. */
  readonly forUpdate: Sql
  /** One time for everything a request writes, in epoch milliseconds. */
  readonly now: number
  readonly newDocumentId: () => string
  /** Null where the project has none. */
  readonly defaultLocale: string | null
}
