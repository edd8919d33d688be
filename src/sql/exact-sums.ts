/** Sums and averages that are the same on every database: digits are not lost, and the order of rows does not matter. */

import type { ColumnKind } from '../plan/read-plan.ts'
import type { Sql } from './sql.ts'

export interface ExactSums {
  /** Aggregate: the sum of the values as responses show them; null without values. For the functions below. */
  readonly sum: (column: Sql, kind: ColumnKind) => Sql
  /** The sum as JSON: a string for big integers, a number for others. */
  readonly shownSum: (sum: Sql, kind: ColumnKind) => Sql
  /** The sum as a number, for comparisons. */
  readonly comparableSum: (sum: Sql) => Sql
  /** Aggregate: the double nearest to the sum divided by the number of values. */
  readonly average: (column: Sql, kind: ColumnKind) => Sql
  readonly shownAverage: (average: Sql) => Sql
}

/**
 * An exact quotient may be infinite. This many digits after those of the sum determine the nearest double; every database
 * rounds there, half away from zero.
 */
export const QUOTIENT_DIGITS = 40
