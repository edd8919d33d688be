/** Compares a number of rows. Counting stops as soon as the result of the test is known. */

import { valuesOf } from '../plan/count-tests.ts'
import type { CountTest } from '../plan/read-plan.ts'
import type { Scope } from './scope.ts'
import { alias, bind, join, type Sql, sql } from './sql.ts'

/** `rows`: a select of them. */
export function compileCountTest(rows: Sql, test: CountTest, scope: Scope): Sql {
  switch (test.kind) {
    case 'gt':
      return hasAtLeast(rows, test.value + 1)
    case 'gte':
      return hasAtLeast(rows, test.value)
    case 'lt':
      return sql`not ${hasAtLeast(rows, test.value)}`
    case 'lte':
      return sql`not ${hasAtLeast(rows, test.value + 1)}`
    case 'eq':
      return sql`${countUpTo(rows, test, scope)} = ${bind(test.value)}`
    case 'in':
      return sql`${countUpTo(rows, test, scope)} in (${join(test.values.map(bind), ', ')})`
    case 'between':
      return sql`${countUpTo(rows, test, scope)} between ${bind(test.low)} and ${bind(test.high)}`
  }
}

/** At least one row, or more. */
function hasAtLeast(rows: Sql, count: number): Sql {
  return sql`exists (${rows} limit 1 offset ${bind(count - 1)})`
}

function countUpTo(rows: Sql, test: CountTest, scope: Scope): Sql {
  const enough = bind(Math.max(...valuesOf(test)) + 1)
  return sql`(select count(*) from (${rows} limit ${enough}) as ${alias(scope.alias())})`
}
