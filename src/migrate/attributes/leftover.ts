import type { Sql } from '../../sql/sql.ts'
import type { Risk } from '../risks.ts'

/** Rows that an attribute can no longer hold. */
export interface Leftover {
  /** SQL for after `from`, to count them. */
  readonly from: Sql
  readonly risk: Omit<Risk, 'rows'>
}
