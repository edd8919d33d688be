/** Sums as `numeric`, which loses no digit. Floats are added as the decimal numbers shown in responses. */

import type { ColumnKind } from '../../plan/read-plan.ts'
import { type ExactSums, QUOTIENT_DIGITS } from '../../sql/exact-sums.ts'
import { integer, type Sql, sql } from '../../sql/sql.ts'

export const postgresSums: ExactSums = {
  sum,
  shownSum: (total, kind) => (kind === 'bigint' ? sql`${total}::text` : sql`trim_scale(${total})`),
  comparableSum: (total) => total,
  average: (column, kind) => {
    const quotient = sql`${divisible(sum(column, kind))} / count(${column})`
    // Casting a number that no double can hold would fail.
    return sql`case when abs(${quotient}) > 1.7976931348623157e308 then null when abs(${quotient}) < 2.4703282292062328e-324 then 0::float8 else (${quotient})::float8 end`
  },
  shownAverage: (average) => average,
}

function sum(column: Sql, kind: ColumnKind): Sql {
  if (kind !== 'float') return sql`sum(${column})::numeric`
  // Infinity and NaN cannot become decimal numbers.
  return sql`sum(case when abs(${column}) < 'Infinity'::float8 then ${column}::text::numeric end)`
}

/** A quotient has as many digits as its dividend. */
function divisible(total: Sql): Sql {
  return sql`round(${total}, min_scale(${total}) + ${integer(QUOTIENT_DIGITS)})`
}
