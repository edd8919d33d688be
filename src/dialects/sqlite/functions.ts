/** SQL functions in JavaScript that SQLite lacks, added to each connection. */

import type BetterSqlite3 from 'better-sqlite3'
import { sql } from '../../sql/sql.ts'
import { canonicalStoredJson } from './canonical-json.ts'
import { addExactSums } from './exact-sums.ts'
import { addJsonFunctions } from './json-at.ts'
import { countPopulatedRows, type PopulatedRows } from './populated-rows.ts'
import { addSearchFunction } from './search.ts'

export const FOLD = sql`lectern_fold`
export const NUMBER_TEXT = sql`lectern_number_text`
export const FAR_DATETIME = sql`lectern_far_datetime`
export const CANONICAL_JSON = sql`lectern_canonical_json`

const OPTIONS = { deterministic: true } as const

/** `populatedRows`: most rows in all populated lists of one statement. */
export function addFunctions(
  connection: BetterSqlite3.Database,
  populatedRows = Number.POSITIVE_INFINITY,
): PopulatedRows {
  // SQLite's own lower() folds only ASCII letters.
  connection.function('lectern_fold', OPTIONS, (text: unknown) =>
    typeof text === 'string' ? text.toLowerCase() : text,
  )
  // A number as JavaScript prints it: SQLite's own text has fewer digits.
  connection.function('lectern_number_text', OPTIONS, (value: unknown) => (value === null ? null : String(value)))
  connection.function('lectern_far_datetime', OPTIONS, (milliseconds: unknown) => isoText(Number(milliseconds)))
  connection.function('lectern_canonical_json', OPTIONS, (text: unknown) =>
    typeof text === 'string' ? canonicalStoredJson(text) : null,
  )
  addExactSums(connection)
  addJsonFunctions(connection)
  addSearchFunction(connection)
  return countPopulatedRows(connection, populatedRows)
}

/** `+020244-01-01T00:00:00.000Z` for year 20244; null beyond the range of a Date. */
function isoText(milliseconds: number): string | null {
  const date = new Date(milliseconds)
  return Number.isNaN(date.getTime()) ? null : date.toISOString()
}
