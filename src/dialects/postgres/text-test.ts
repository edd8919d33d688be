/**
 * Text operators as LIKE: the planner estimates it well, and trigram indexes serve it. Wildcards in the sought
 * text are escaped. Without such an index, where every text is read, strpos is faster.
 */

import type { TextTest } from '../../plan/read-plan.ts'
import type { SoughtText } from '../../sql/dialect.ts'
import { bind, integer, type Sql, sql } from '../../sql/sql.ts'

const PATTERNS: Record<TextTest, (text: string) => string> = {
  equals: (text) => text,
  contains: (text) => `%${text}%`,
  startsWith: (text) => `${text}%`,
  endsWith: (text) => `%${text}`,
}

export function exactTest(text: Sql, { kind, text: sought, scans }: SoughtText): Sql {
  if (kind === 'equals') return sql`${text} = ${bind(sought)}::text`
  if (kind === 'contains' && scans) return sql`strpos(${text}, ${bind(sought)}::text) > 0`
  return sql`${text} like ${pattern(kind, sought)}`
}

/** For case-insensitive searches of ASCII text. */
export const ASCII_COLLATION = sql`"C"`
const ASCII = /^[\x20-\x7e]*$/

/**
 * ILIKE folds case by the collation, and that of a database may fold ASCII alone, or by the rules of one language. So
 * the collation is explicit: for ASCII the simplest, which every server has.
 */
export function foldedTest(text: Sql, { kind, text: sought }: SoughtText, unicode: Sql): Sql {
  const collation = ASCII.test(sought) ? ASCII_COLLATION : unicode
  const folded = sql`${text} collate ${collation} ilike ${pattern(kind, sought)}`
  if (sought.length <= LONG) return folded
  return sql`case when octet_length(${text}) < ${integer(fewestBytes(sought))} then false else ${folded} end`
}

/**
 * ILIKE folds the sought text again for every row: a long one in thousands of titles takes seconds. What is much shorter
 * cannot contain it. An index would not be used then; for texts of this length it would look up thousands of trigrams.
 */
const LONG = 2_000

/** Folding makes a text at most three times as long or as short, in bytes of UTF-8: one of the two, and the other. */
const fewestBytes = (sought: string) => Math.floor(Buffer.byteLength(sought) / 9)

function pattern(kind: TextTest, sought: string): Sql {
  return sql`${bind(PATTERNS[kind](sought.replaceAll(/[\\%_]/g, '\\$&')))}::text`
}
