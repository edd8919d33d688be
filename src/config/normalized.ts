/** Marks in a row: no writing needs more, and Unicode's own limit for texts in streams is the same. */
const LONG_RUN = /\p{M}{30}(?=\p{M})/gu

/** Has no appearance, and no mark is moved across it. */
const JOINER = '\u034f'

/**
 * Unicode normalization in a time that grows with the length of the text alone. It puts marks in a row into an order, in a time that
 * grows with the square of their number: minutes for as many as a body may have. So long rows are divided first:
 * https://www.unicode.org/reports/tr15/#Stream_Safe_Text_Format
 */
export function normalized(text: string, form: 'NFC' | 'NFKC'): string {
  return text.replace(LONG_RUN, `$&${JOINER}`).normalize(form)
}
