/**
 * The table of change counts: one count for each table, and one for its published rows if triggers distinguish these.
 */

import { name, type Sql, sql } from '../../sql/sql.ts'

export const REVISION_TABLE = 'lectern_revisions'

/** A positive random number; `tracking.ts` explains why. */
export const STEP = sql`1 + abs(random() % 1000000)`

export const countChange = (counted: Sql): Sql => addTo(sql`values (${counted}, ${STEP})`)

/** `rows`: selects names and steps. */
export function addTo(rows: Sql): Sql {
  const revision = name('revision')
  return sql`insert into ${name(REVISION_TABLE)} (${name('table_name')}, ${revision}) ${rows} on conflict (${name('table_name')}) do update set ${revision} = ${revision} + excluded.${revision}`
}
