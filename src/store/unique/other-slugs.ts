import type { ColumnKind } from '../../plan/read-plan.ts'
import type { Sql } from '../../sql/sql.ts'
import type { Store } from '../store.ts'

/** How to read the slugs of other documents. */
export interface OtherSlugs {
  readonly store: Store
  readonly column: Sql
  readonly kind: ColumnKind
  readonly from: Sql
  readonly where: readonly Sql[]
  /** Waits for transactions that write the same slugs. Sends all of its statements at once. */
  lock(slugs: readonly string[]): Promise<void>
}
