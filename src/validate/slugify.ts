/** A text → a slug: ASCII letters and digits, words joined by the separator. */

import { normalized } from '../config/normalized.ts'
import { SLUG_OPTIONS, type SlugOptions } from '../schema/scalar-rules.ts'
import { transliterate } from './transliterate.ts'

const WORDS: readonly (readonly [string, string])[] = [
  ['&', ' and '],
  ['♥', ' love '],
  ['🦄', ' unicorn '],
]

/** Characters of a text that a slug is made from: a column has room for 255 of a slug. */
const LONGEST = 10_000

export function slugify(text: string, options: SlugOptions = SLUG_OPTIONS): string {
  const replaced = [...new Map([...WORDS, ...options.customReplacements])].reduce(
    (result, [from, to]) => (from === '' ? result : result.replaceAll(from, to)),
    text.slice(0, LONGEST).trim(),
  )
  // Words are separated first: Ä becomes Ae, whose lower-case e would look like the end of a word in ÄRGER.
  const ascii = transliterate(options.decamelize ? decamelize(replaced) : replaced)
  const words = ascii.split(/[^A-Za-z\d]+/).filter((word) => word !== '')
  const slug = words.join(options.separator)
  const underscore = options.preserveLeadingUnderscore && text.startsWith('_') ? '_' : ''
  return underscore + (options.lowercase ? slug.toLowerCase() : slug)
}

/** `fooBar` is two words, and so is `XMLFile`; `APIs` is one. */
function decamelize(text: string): string {
  return normalized(text, 'NFC')
    .replace(/([\p{Ll}\d])(\p{Lu})/gu, '$1 $2')
    .replace(/(?<=\p{Lu})(\p{Lu}(?!s)[\p{Ll}\d])/gu, ' $1')
}
