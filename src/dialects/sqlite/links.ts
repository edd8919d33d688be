/**
 * Whether each link leads to a row. Foreign keys do not guarantee it: only connections that switch them on enforce them. So the
 * links are checked in the order of an index, each with one step in the b-tree of the rows: worth it where all rows are counted.
 */

import type { NoDanglingLinks } from '../../sql/dangling-links.ts'
import { name, sql } from '../../sql/sql.ts'

/** In two parts: each is answered by the index alone. */
export const noDanglingLinks: NoDanglingLinks = ({ links, far, table, to }) => {
  const some = sql`exists (select 1 from ${name(links)} where ${name(far)}`
  return sql`not ${some} is null) and not ${some} not in (select ${name(to)} from ${name(table)}))`
}
