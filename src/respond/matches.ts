/** `meta.matches`: what is shown of each match beside its entry. */

import type { Row } from '../execute/database.ts'
import type { SearchTerm } from '../parse/parse-search.ts'
import { createHighlight, type Highlight } from './highlight.ts'

/** The JSON in a column of each row. */
interface Found {
  readonly id: number
  readonly score?: number
  readonly texts?: Readonly<Record<string, string | null>>
}

/** In the order of the entries, as JSON; `column`: where the rows have them. */
export function matchesIn(rows: readonly Row[], terms: readonly SearchTerm[], column: number): string {
  const found = rows.flatMap((row) => (typeof row[1] === 'string' ? [JSON.parse(String(row[column])) as Found] : []))
  const highlight = createHighlight(terms)
  return JSON.stringify(found.map((match) => shownMatch(match, highlight)))
}

/** Digits of a score after the point. */
const PRECISION = 1e6

function shownMatch({ id, score, texts }: Found, highlight: Highlight) {
  return {
    id,
    ...(score === undefined ? {} : { score: Math.round(score * PRECISION) / PRECISION }),
    ...(texts === undefined ? {} : { highlights: highlightsOf(texts, highlight) }),
  }
}

/** Fields without a hit are left out. */
function highlightsOf(texts: NonNullable<Found['texts']>, highlight: Highlight) {
  const pieces = Object.entries(texts).map(([name, text]) => [name, text === null ? null : highlight(text)] as const)
  return Object.fromEntries(pieces.filter(([, piece]) => piece !== null))
}
