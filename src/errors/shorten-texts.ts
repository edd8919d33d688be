/** Errors repeat names and values of the request. The beginning and end of a long one are enough to recognize it. */

/** Longer than every message and hint of Lectern. */
const LONGEST = 2_000
const SHOWN_BEGINNING = 1_000
const SHOWN_END = 200

/** Half of a surrogate pair, cut in the middle: many JSON parsers refuse it. */
const HALF_AT_THE_END = /[\uD800-\uDBFF]$/
const HALF_AT_THE_BEGINNING = /^[\uDC00-\uDFFF]/

export function shortenText(text: string): string {
  if (text.length <= LONGEST) return text
  const beginning = text.slice(0, SHOWN_BEGINNING).replace(HALF_AT_THE_END, '')
  const end = text.slice(-SHOWN_END).replace(HALF_AT_THE_BEGINNING, '')
  return `${beginning}…${end}`
}

/** The details of an error with every text in them shortened. */
export function shortenTexts<T>(value: T): T
export function shortenTexts(value: unknown): unknown {
  if (typeof value === 'string') return shortenText(value)
  if (Array.isArray(value)) return value.map((item) => shortenTexts(item))
  if (!isPlain(value)) return value
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [shortenText(key), shortenTexts(item)]))
}

function isPlain(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && Object.getPrototypeOf(value) === Object.prototype
}
