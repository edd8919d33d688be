/** How much memory a JSON text takes when it is parsed, about: `{}` is two characters, and an object of many bytes. */

const OBJECT_OR_LIST = 64
/** Half of a text, with what a name in an object takes. */
const QUOTE = 16

/** Characters of a text that takes little in any case. */
const SHORT = 4 * 1024 * 1024

const [BRACE, BRACKET, QUOTATION] = [0x7b, 0x5b, 0x22]

export const LARGEST_PARSED = 512 * 1024 * 1024

/** For a short text, its length. Braces, brackets and quotes inside of texts count, too. */
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
