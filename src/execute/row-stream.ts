/** The batches of a stream of rows. */

import { limitExceeded } from '../config/limit-exceeded.ts'
import type { Row } from './database.ts'

/** Rows in one batch, at most. */
export const BATCH_ROWS = 200
/** A batch is full beyond this many characters. */
export const BATCH_CHARACTERS = 512 * 1024

export function charactersIn(row: Row): number {
  return row.reduce<number>((sum, value) => sum + (typeof value === 'string' ? value.length : 0), 0)
}

/** A row is an entry: each may be as long as a whole response. */
export function refuseLong(characters: number, answerSize: number): void {
  if (characters > answerSize) throw limitExceeded('answerSize', answerSize)
}
