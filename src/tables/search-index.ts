/** The full-text index of a content type: its contents, and a name that includes their digest. */

import { createHash } from 'node:crypto'

export interface SearchIndex {
  /** The name of the index, with which the names of all its parts begin. */
  readonly name: string
  /** The table whose rows are in it. */
  readonly table: string
  /** Whether it has published rows and drafts, which must not influence each other's scores. */
  readonly versions: boolean
  /** In their order; the index knows them by their number. */
  readonly columns: readonly string[]
}

/** Increase it when the format of indexes changes: older ones are then rebuilt. */
const FORMAT = 2

/** Characters of each text that are indexed. A database has a limit on the words of a row, and a write must never fail. */
export const INDEXED_CHARACTERS = 200_000

const PREFIX = 'lectern_words_'
const DIGITS = 8
const LONGEST_STEM = 30

/** Two indexes of one name have the same in them: an index of other columns has another name. */
export function searchIndex(table: string, columns: readonly string[], versions: boolean): SearchIndex {
  const sorted = columns.toSorted()
  const digest = createHash('sha256').update(JSON.stringify([FORMAT, INDEXED_CHARACTERS, table, sorted, versions]))
  const stem = table.replaceAll(/[^a-z0-9_]/g, '').slice(0, LONGEST_STEM)
  return { name: `${PREFIX}${stem}_${digest.digest('hex').slice(0, DIGITS)}`, table, versions, columns: sorted }
}

const OBJECT = new RegExp(`^(${PREFIX}.*_[0-9a-f]{${DIGITS}})(?:_[a-z]+)?$`)

/** The index that a table or trigger belongs to, by its name; null if it is not one of Lectern's. */
export function indexOfObject(object: string): string | null {
  return OBJECT.exec(object)?.[1] ?? null
}
