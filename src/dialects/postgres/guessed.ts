/**
 * Conditions for a planner without statistics, as after a restore. It assumes 200 distinct values in every column: each
 * entry of a large table then seems to have hundreds of links, so the planner reads whole tables. It takes conditions
 * on constants for rare, and collects all links of a kind for each entry.
 */

import type { LinkConditions } from '../../sql/dialect.ts'
import { type Sql, sql } from '../../sql/sql.ts'

export const linked: Omit<LinkConditions, 'ofVersion'> = {
  // The planner multiplies the selectivity of both tests, to one row in 40,000. `is true` keeps it from recognizing
  // them as the same.
  ofFew: (condition) => sql`${condition} and (${condition}) is true`,
  unindexed: (condition) => sql`(${condition}) is true`,
}

/** The planner expects an unknown expression to be true for half of the rows. */
export const oftenTrue = (condition: Sql): Sql => sql`coalesce(${condition}, false)`
