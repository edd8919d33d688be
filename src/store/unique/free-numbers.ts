/** Finds free numbers for slugs of a name: `title-1`, `title-2`, … */

import { bind, integer, join, type Sql, sql } from '../../sql/sql.ts'
import type { OtherSlugs } from './other-slugs.ts'

/** Numbers in a row that no slug has. `to` is null where no slug has a higher one. */
export interface Gap {
  readonly from: number
  readonly to: number | null
}

/** Longer numbers are ignored: they are far from the next one, and might not fit into an integer. */
const DIGITS = 9

/** The lowest `count` gaps. The database looks for them: thousands of slugs of one name would take long to read here. */
export async function findGaps(
  { store, column, from, where }: OtherSlugs,
  name: string,
  count: number,
): Promise<readonly Gap[]> {
  const beginning = `${name}-`
  const length = [...beginning].length
  const isNumbered = sql`substr(${column}, 1, ${integer(length)}) = ${bind(beginning)}`
  const numbers = sql`select 0 as "n" union select ${numberIn(sql`substr(${column}, ${integer(length + 1)})`)} from ${from} where ${join([isNumbered, ...where], ' and ')}`
  const neighbours = sql`select "n", lead("n") over (order by "n") as "higher" from (${numbers}) as "numbers" where "n" is not null`
  const rows = await store.run(
    sql`select "n", "higher" from (${neighbours}) as "pairs" where "higher" is null or "higher" > "n" + 1 order by "n" limit ${integer(count)}`,
  )
  return rows.map(([below, above]) => ({ from: Number(below) + 1, to: above === null ? null : Number(above) - 1 }))
}

/** Null where the text is not a number as slugs have it. */
function numberIn(text: Sql): Sql {
  const isNumber = sql`ltrim(${text}, '0123456789') = '' and length(${text}) between 1 and ${integer(DIGITS)} and substr(${text}, 1, 1) <> '0'`
  return sql`case when ${isNumber} then cast(${text} as integer) end`
}

/** The lowest number in the gaps that is not below this one. */
export function lowestIn(gaps: readonly Gap[], number: number): number {
  const gap = gaps.find(({ to }) => to === null || to >= number)
  return gap === undefined ? number : Math.max(number, gap.from)
}
