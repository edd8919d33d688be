/** Sums as `numeric`, which loses no digit. Floats are added as the decimal numbers that responses show. */

import type { ColumnKind } from '../../plan/read-plan.ts'
import type { ExactSums } from '../../sql/exact-sums.ts'
import { type Sql, sql } from '../../sql/sql.ts'

export const postgresSums: ExactSums = {
  sum,
  shownSum: (total, kind) => (kind === 'bigint' ? sql`${total}::text` : sql`trim_scale(${total})`),
  comparableSum: (total) => total,
  average: (column, kind) => {
    const total = sum(column, kind)
    // Casting what a float cannot hold would fail.
    return sql`case when abs(${total}) >= 1.797693134862315e308 then null when abs(${total}) < 1e-300 then 0::float8 else ${total}::float8 / count(${column}) end`
  },
  shownAverage: (average) => average,
}

function sum(column: Sql, kind: ColumnKind): Sql {
  if (kind !== 'float') return sql`sum(${column})::numeric`
  // Infinity and NaN are not decimal numbers.
  return sql`sum(case when abs(${column}) < 'Infinity'::float8 then ${column}::text::numeric end)`
}
