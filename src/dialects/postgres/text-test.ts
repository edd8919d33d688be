/**
 * Text operators as LIKE, which the planner estimates well and trigram indexes support. Wildcards in the sought text
 * are escaped. Where every text is read anyway, strpos is faster.
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
 * ILIKE folds case by the collation. That of the database may fold only ASCII, or by the rules of one language, so the
 * collation is explicit: for ASCII texts the simplest one, which every server has.
 */
export function foldedTest(text: Sql, { kind, text: sought }: SoughtText, unicode: Sql): Sql {
  const collation = ASCII.test(sought) ? ASCII_COLLATION : unicode
  const folded = sql`${text} collate ${collation} ilike ${pattern(kind, sought)}`
  if (sought.length <= LONG) return folded
  return sql`case when octet_length(${text}) < ${integer(fewestBytes(sought))} then false else ${folded} end`
}

/**
 * ILIKE folds the sought text again for every row: a long one takes seconds for thousands of titles. Texts that are
 * much shorter cannot contain it. Indexes do not help either: for a text this long, they would look up thousands of
 * trigrams.
 */
const LONG = 2_000

/**
 * Folding case changes the length of a text by at most a factor of three, in bytes of UTF-8, for either of the two
 * texts.
 */
const fewestBytes = (sought: string) => Math.floor(Buffer.byteLength(sought) / 9)

function pattern(kind: TextTest, sought: string): Sql {
  return sql`${bind(PATTERNS[kind](sought.replaceAll(/[\\%_]/g, '\\$&')))}::text`
}
