/**
 * Text operators as LIKE: the planner estimates it well, and trigram indexes serve it. Wildcards in the sought
 * text are escaped.
 */

import type { TextTest } from '../../plan/read-plan.ts'
import { bind, type Sql, sql } from '../../sql/sql.ts'

const PATTERNS: Record<TextTest, (text: string) => string> = {
  equals: (text) => text,
  contains: (text) => `%${text}%`,
  startsWith: (text) => `${text}%`,
  endsWith: (text) => `%${text}`,
}

export function exactTest(kind: TextTest, text: Sql, sought: string): Sql {
  return kind === 'equals' ? sql`${text} = ${bind(sought)}::text` : sql`${text} like ${pattern(kind, sought)}`
}

/** Which letters are the same when case does not matter, as long as only those of ASCII are sought. */
export const ASCII_COLLATION = sql`"C"`
const ASCII = /^[\x20-\x7e]*$/

/**
 * What ILIKE takes for the same letter depends on the collation, and that of a database may know ASCII alone, or
 * have a language's own ideas. So one is named: for ASCII the simplest, which every server has.
 */
export function foldedTest(kind: TextTest, text: Sql, sought: string, unicode: Sql): Sql {
  const collation = ASCII.test(sought) ? ASCII_COLLATION : unicode
  return sql`${text} collate ${collation} ilike ${pattern(kind, sought)}`
}

function pattern(kind: TextTest, sought: string): Sql {
  return sql`${bind(PATTERNS[kind](sought.replaceAll(/[\\%_]/g, '\\$&')))}::text`
}
