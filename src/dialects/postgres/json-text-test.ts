/**
 * Text operators on JSON look into its text without spaces between the parts. Removing these takes ten times as long as all
 * else: it is done only for documents that have the longest pieces of what is sought, and not where that is a single piece.
 *
 * Spaces stand beside brackets, commas and colons, so a piece without any of these, and without spaces, is in the one text
 * where it is in the other.
 */

import type { SoughtText } from '../../sql/dialect.ts'
import { join, type Sql, sql } from '../../sql/sql.ts'
import { type ShownFacts, shownText, spacedJsonText } from './shown.ts'

type TestText = (text: Sql, sought: SoughtText) => Sql

export function jsonTextTest(column: Sql, sought: SoughtText, testText: TestText, facts: ShownFacts): Sql {
  const pieces = longestPieces(sought)
  const whole = () => testText(shownText(column, 'json', facts), sought)
  const has = pieces.map((text) => testText(spacedJsonText(column, facts), { ...sought, kind: 'contains', text }))
  const isPiece = sought.kind === 'contains' && pieces[0] === sought.text
  return has.length === 0 ? whole() : sql`(${join(isPiece ? has : [...has, whole()], ' and ')})`
}

const ASCII = /^[\x20-\x7e]*$/

/** Of a key and its value, one alone may be in most documents. */
const MOST_PIECES = 2

/** The case of other letters may depend on what stands beside them. */
function longestPieces({ text, fold }: SoughtText): readonly string[] {
  if (fold && !ASCII.test(text)) return []
  const pieces = new Set(text.split(/[\s[\]{},:]+/).filter((piece) => piece !== ''))
  return [...pieces].sort((one, other) => other.length - one.length).slice(0, MOST_PIECES)
}
