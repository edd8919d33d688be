import { parseISO } from 'date-fns/parseISO'

/** Characters: a time with an offset has 35, and may have further decimals. */
const LONGEST = 100

/**
 * Epoch milliseconds of a text in ISO 8601; NaN for any other. Of a long text that is none, `parseISO` compares each sign with all
 * that follow: half a minute for as much as a URL may have.
 */
export function momentIn(text: string): number {
  return text.length > LONGEST ? Number.NaN : parseISO(text).getTime()
}
