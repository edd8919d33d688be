/** The parts of a read before they are rendered, so that several reads can become one statement. */

import { join, type Sql, sql } from './sql.ts'

export interface ReadSelect {
  /** `with m as (…) `, or nothing. */
  readonly gathered: Sql
  /** Null without a total. */
  readonly total: Sql | null
  readonly body: Sql
  /** The position of each row, for pages by cursor. */
  readonly position: Sql | null
  /** Shown in the first row only. */
  readonly facets: Sql | null
  /** The `match` of each row. */
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
