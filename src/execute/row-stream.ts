/** Limits for the batches of a row stream. */

import { limitExceeded } from '../config/limit-exceeded.ts'
import type { Row } from './database.ts'

/** Most rows per batch. */
export const BATCH_ROWS = 200
/** A batch with more characters than this is full. */
export const BATCH_CHARACTERS = 512 * 1024

export function charactersIn(row: Row): number {
  return row.reduce<number>((sum, value) => sum + (typeof value === 'string' ? value.length : 0), 0)
}

/** A row is an entry, and each may be as long as a whole response. */
export function refuseLong(characters: number, answerSize: number): void {
  if (characters > answerSize) throw limitExceeded('answerSize', answerSize)
}
