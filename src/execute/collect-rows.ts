/** Collects rows up to a size, so that no statement fills the memory. */

import { limitExceeded } from '../config/limit-exceeded.ts'
import type { Row } from './database.ts'

export interface RowCollection {
  readonly rows: readonly Row[]
  /** Characters so far. */
  size(): number
  /** Throws when there are more characters than allowed. */
  add(row: Row): void
}

/** Text has at most as many characters as UTF-8 bytes: below the limit in bytes, nothing has to be counted. */
function charactersOf(value: unknown, most: number): number {
  if (typeof value === 'string') return value.length
  if (!Buffer.isBuffer(value)) return 0
  return value.length <= most ? value.length : value.toString().length
}

/** An estimate: bytes count as characters. */
export function charactersInAll(rows: readonly Row[]): number {
  let characters = 0
  for (const row of rows) for (const value of row) characters += charactersOf(value, Number.POSITIVE_INFINITY)
  return characters
}

export function collectRows(most: number): RowCollection {
  const rows: Row[] = []
  let size = 0
  return {
    rows,
    size: () => size,
    add(row) {
      for (const value of row) size += charactersOf(value, most)
      if (size > most) throw limitExceeded('answerSize', most)
      rows.push(row)
    },
  }
}
