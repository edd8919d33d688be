/** A number of rows, compared. */

import type { CountTest } from '../plan/read-plan.ts'
import { bind, join, type Sql, sql } from './sql.ts'

const COMPARISONS = { eq: sql`=`, lt: sql`<`, lte: sql`<=`, gt: sql`>`, gte: sql`>=` }

export function compileCountTest(count: Sql, test: CountTest): Sql {
  switch (test.kind) {
    case 'in':
      return sql`${count} in (${join(test.values.map(bind), ', ')})`
    case 'between':
      return sql`${count} between ${bind(test.low)} and ${bind(test.high)}`
    default:
      return sql`${count} ${COMPARISONS[test.kind]} ${bind(test.value)}`
  }
}
