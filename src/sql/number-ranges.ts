/** The range of numbers that a column can store, after rounding. */

import type { ColumnType } from '../tables/table-definition.ts'
import { type Sql, sql } from './sql.ts'

/** A condition on the number; null if every number fits. */
export function fitsInto(number: Sql, to: ColumnType): Sql | null {
  switch (to) {
    case 'integer':
      return sql`${number} > -2147483648.5 and ${number} < 2147483647.5`
    case 'bigint':
      return sql`${number} >= -9223372036854775808.0 and ${number} < 9223372036854775808.0`
    case 'decimal':
      return sql`${number} > -99999999.995 and ${number} < 99999999.995`
    default:
      return null
  }
}
