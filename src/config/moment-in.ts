import { parseISO } from 'date-fns/parseISO'

/** Most characters: a time with an offset has 35, and may have further decimals. */
const LONGEST = 100

/**
 * Epoch milliseconds of an ISO 8601 text; NaN for any other text. For other texts, `parseISO` takes time in proportion
 * to the square of the length: half a minute for a text as long as a URL may be.
 */
export function momentIn(text: string): number {
  return text.length > LONGEST ? Number.NaN : parseISO(text).getTime()
}
