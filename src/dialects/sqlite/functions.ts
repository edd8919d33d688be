/** Functions that SQLite lacks, added to each connection. */

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

/** `populatedRows`: how many rows the populated lists of one statement may have. */
export function addFunctions(
  connection: BetterSqlite3.Database,
  populatedRows = Number.POSITIVE_INFINITY,
): PopulatedRows {
  // SQLite's own lower() knows ASCII only.
  connection.function('lectern_fold', OPTIONS, (text: unknown) =>
    typeof text === 'string' ? text.toLowerCase() : text,
  )
  // A number as JSON clients print it: SQLite's own text has fewer digits.
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

/** As `+020244-01-01T00:00:00.000Z`; null beyond what a date can be. */
function isoText(milliseconds: number): string | null {
  const date = new Date(milliseconds)
  return Number.isNaN(date.getTime()) ? null : date.toISOString()
}
