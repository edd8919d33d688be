import type { JsonAt, ServedJson } from '../../sql/dialect.ts'
import { bind, literal, type Sql, sql } from '../../sql/sql.ts'
import { boundValue } from './bound-value.ts'

/** Segments contain only letters, digits, - and _, and are quoted: none of them can be array syntax. */
export function jsonAt(column: Sql, segments: readonly string[]): JsonAt {
  const path = `{${segments.map((segment) => `"${segment}"`).join(',')}}`
  const value = segments.length === 0 ? column : sql`(${column} #> ${bind(path)}::text[])`
  const text = sql`(${value} #>> '{}')`
  const compared = sql`${text} collate "C"`
  const number = sql`${text}::numeric`
  return {
    type: sql`nullif(jsonb_typeof(${value}), 'null')`,
    text: compared,
    number,
    only: (type) =>
      sql`case when jsonb_typeof(${value}) = ${literal(type)} then ${type === 'number' ? number : compared} end`,
    has: (json) => sql`${value} @> ${boundValue(json, 'json', null)}`,
    served: served(column, segments),
  }
}

const INDEX = /^-?\d+$/

/**
 * Tests whether the document contains one with nothing but the path and the value: `data @> '{"camera": {"tags":
 * ["red"]}}'`. This cannot express a segment that may be a list index, nor a document that is a scalar itself.
 */
function served(column: Sql, segments: readonly string[]): ServedJson | null {
  if (segments.some((segment) => INDEX.test(segment))) return null
  const contains = (json: string): Sql => {
    const document = segments.reduceRight((inner, segment) => `{"${segment}":${inner}}`, json)
    return sql`${column} @> ${boundValue(document, 'json', null)}`
  }
  return {
    equals: (json) => (segments.length === 0 ? sql`${column} = ${boundValue(json, 'json', null)}` : contains(json)),
    has: (json) => contains(`[${json}]`),
  }
}
