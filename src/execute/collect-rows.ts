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

export function collectRows(most: number): RowCollection {
  const rows: Row[] = []
  let size = 0
  return {
    rows,
    size: () => size,
    add(row) {
      for (const value of row) if (typeof value === 'string') size += value.length
      if (size > most) throw limitExceeded('answerSize', most)
      rows.push(row)
    },
  }
}
