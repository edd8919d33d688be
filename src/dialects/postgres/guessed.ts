/**
 * Conditions for a planner without statistics, as in a database that was just restored. It takes every column for one of 200
 * values, so that each entry of a large table seems to have hundreds of links, for which it reads whole tables; and
 * constants for rare, so that it collects all links of a kind for each entry.
 */

import type { LinkConditions } from '../../sql/dialect.ts'
import { type Sql, sql } from '../../sql/sql.ts'

export const linked: Omit<LinkConditions, 'ofVersion'> = {
  // Tested twice, it is expected to be true of one row in 40,000; `is true` keeps the planner from taking the two for one.
  ofFew: (condition) => sql`${condition} and (${condition}) is true`,
  unindexed: (condition) => sql`(${condition}) is true`,
}

/** Expected of half of the rows, as whatever is unknown. */
export const oftenTrue = (condition: Sql): Sql => sql`coalesce(${condition}, false)`
