/** Collects rows up to a total size, so that no statement fills the memory. */

import { limitExceeded } from '../config/limit-exceeded.ts'
import type { Row } from './database.ts'

export interface RowCollection {
  readonly rows: readonly Row[]
  /** Characters so far. */
  size(): number
  /** Throws if the total size exceeds the limit. */
  add(row: Row): void
}

/** Bytes are decoded only if there are more of them than the limit: text never has more characters than bytes. */
function charactersOf(value: unknown, most: number): number {
  if (typeof value === 'string') return value.length
  if (!Buffer.isBuffer(value)) return 0
  return value.length <= most ? value.length : value.toString().length
}

/** An estimate, which counts bytes as characters. */
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
