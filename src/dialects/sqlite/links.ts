/**
 * Whether every link has a target row. Foreign keys do not guarantee it, because SQLite enforces them only for
 * connections that switch them on. So the links are checked in the order of an index, each with one lookup by id. That
 * is only worth it if all rows are counted.
 */

import type { NoDanglingLinks } from '../../sql/dangling-links.ts'
import { name, sql } from '../../sql/sql.ts'

/** Two conditions, so that an index alone answers each. */
export const noDanglingLinks: NoDanglingLinks = ({ links, far, table, to }) => {
  const some = sql`exists (select 1 from ${name(links)} where ${name(far)}`
  return sql`not ${some} is null) and not ${some} not in (select ${name(to)} from ${name(table)}))`
}
