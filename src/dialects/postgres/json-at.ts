import type { JsonAt } from '../../sql/dialect.ts'
import { bind, type Sql, sql } from '../../sql/sql.ts'
import { boundValue } from './bound-value.ts'

/** Segments hold letters, digits, - and _ alone; in quotes none of them is a word of the syntax of arrays. */
export function jsonAt(column: Sql, segments: readonly string[]): JsonAt {
  const path = `{${segments.map((segment) => `"${segment}"`).join(',')}}`
  const value = segments.length === 0 ? column : sql`(${column} #> ${bind(path)}::text[])`
  const text = sql`(${value} #>> '{}')`
  return {
    type: sql`nullif(jsonb_typeof(${value}), 'null')`,
    text: sql`${text} collate "C"`,
    number: sql`${text}::numeric`,
    has: (json) => sql`${value} @> ${boundValue(json, 'json', null)}`,
  }
}
