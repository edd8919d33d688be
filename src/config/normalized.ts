/** More combining marks in a row than any language needs; Unicode's own limit for streams is the same. */
const LONG_RUN = /\p{M}{30}(?=\p{M})/gu

/** An invisible character that separates combining marks. */
const JOINER = '\u034f'

/**
 * Unicode normalization in linear time. Normalization sorts consecutive combining marks, in quadratic time: that takes
 * minutes for as many as fit into a body. So long runs are split first:
 * https://www.unicode.org/reports/tr15/#Stream_Safe_Text_Format
 */
export function normalized(text: string, form: 'NFC' | 'NFKC'): string {
  return text.replace(LONG_RUN, `$&${JOINER}`).normalize(form)
}
