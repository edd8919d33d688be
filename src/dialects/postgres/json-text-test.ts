/**
 * Text operators on JSON search its compact text. Removing the spaces of stored JSON takes ten times as long as the
 * rest, so the longest pieces of the sought text are searched first, in the text with spaces.
 *
 * Spaces occur only next to brackets, commas and colons. So a piece without any of these, and without spaces, is in
 * both texts or in neither. If the whole sought text is one such piece, that test is enough.
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

/** Two, because one alone may match most documents: a key that all of them have, for example. */
const MOST_PIECES = 2

/** Only for ASCII if case is ignored: the case of other letters may depend on their neighbours. */
function longestPieces({ text, fold }: SoughtText): readonly string[] {
  if (fold && !ASCII.test(text)) return []
  const pieces = new Set(text.split(/[\s[\]{},:]+/).filter((piece) => piece !== ''))
  return [...pieces].sort((one, other) => other.length - one.length).slice(0, MOST_PIECES)
}
