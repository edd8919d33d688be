import { parseISO } from 'date-fns/parseISO'

/** Characters: a time with an offset has 35, and may have further decimals. */
const LONGEST = 100

/**
 * Epoch milliseconds of a text in ISO 8601; NaN for any other text. `parseISO` takes a time that grows with the square of the length
 * of a text in another form: half a minute for one as long as a URL may be.
 */
export function momentIn(text: string): number {
  return text.length > LONGEST ? Number.NaN : parseISO(text).getTime()
}
