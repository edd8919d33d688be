/** A read before it is a statement: several of them can be one. */

import { join, type Sql, sql } from './sql.ts'

export interface ReadSelect {
  /** `with m as (…) `, or nothing. */
  readonly gathered: Sql
  /** Null where nothing is counted. */
  readonly total: Sql | null
  readonly body: Sql
  /** The position of each row, for pages by cursor. */
  readonly position: Sql | null
  /** In the first row. */
  readonly facets: Sql | null
  /** What is shown of the match in each row. */
  readonly match?: Sql | null
  readonly from: Sql
  /** `order by …`, or nothing. */
  readonly order: Sql | null
}

/** Rows: [total or null, body or null, position if there is one, facets if there are some, match if it is shown]. */
export function selectOne({ gathered, total, body, position, facets, match = null, from, order }: ReadSelect): Sql {
  const columns = [total ?? sql`null`, body, position, facets, match].filter((column) => column !== null)
  return sql`${gathered}select ${join(columns, ', ')} from ${from}${order === null ? sql`` : sql` ${order}`}`
}
