/** Estimates the memory that a JSON text takes when parsed: `{}` is two characters, but an object takes many bytes. */

const OBJECT_OR_LIST = 64
/** Each text has two quotes, so this is half of its overhead, with what a property name takes. */
const QUOTE = 16

/** Texts up to this length need little memory whatever they contain. */
const SHORT = 4 * 1024 * 1024

const [BRACE, BRACKET, QUOTATION] = [0x7b, 0x5b, 0x22]

export const LARGEST_PARSED = 512 * 1024 * 1024

/** The length for a short text. For long ones, braces, brackets and quotes inside of texts count, too. */
export function parsedSize(text: string): number {
  let size = text.length
  if (size <= SHORT) return size
  for (let place = 0; place < text.length; place += 1) {
    const code = text.charCodeAt(place)
    if (code === BRACE || code === BRACKET) size += OBJECT_OR_LIST
    else if (code === QUOTATION) size += QUOTE
  }
  return size
}
