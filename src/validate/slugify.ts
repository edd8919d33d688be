/** A text → a slug: ASCII letters and digits, words joined by the separator. */

import { SLUG_OPTIONS, type SlugOptions } from '../schema/scalar-rules.ts'
import { transliterate } from './transliterate.ts'

const WORDS: readonly (readonly [string, string])[] = [
  ['&', ' and '],
  ['♥', ' love '],
  ['🦄', ' unicorn '],
]

export function slugify(text: string, options: SlugOptions = SLUG_OPTIONS): string {
  const replaced = [...new Map([...WORDS, ...options.customReplacements])].reduce(
    (result, [from, to]) => (from === '' ? result : result.replaceAll(from, to)),
    text.trim(),
  )
  const ascii = transliterate(replaced)
  const words = (options.decamelize ? decamelize(ascii) : ascii).split(/[^A-Za-z\d]+/).filter((word) => word !== '')
  const slug = words.join(options.separator)
  const underscore = options.preserveLeadingUnderscore && text.startsWith('_') ? '_' : ''
  return underscore + (options.lowercase ? slug.toLowerCase() : slug)
}

/** `fooBar` is two words, and so is `XMLFile`; `APIs` is one. */
function decamelize(text: string): string {
  return text.replace(/([a-z\d])([A-Z])/g, '$1 $2').replace(/([A-Z]+)([A-Z][a-rt-z\d])/g, '$1 $2')
}
