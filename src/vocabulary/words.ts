/**
 * The definition of a word for full-text search: letters and digits; all other characters separate words. Case and
 * diacritics of Latin letters are ignored. Databases split and fold the indexed texts in the same way (see `dialects/`), so
 * that the words of a query, which are split and folded here, match on all of them.
 */

/** A word of a text, as it is indexed, and where it stands. */
export interface Word {
  readonly folded: string
  readonly start: number
  readonly end: number
}

/** Accents that are written as characters of their own: a word goes on over them, and they do not count. */
export const DROPPED_MARKS =
  '\u0300\u0301\u0302\u0303\u0304\u0306\u0307\u0308\u0309\u030a\u030b\u030c\u030f\u0311\u031b\u0323\u0324\u0325\u0326\u0327\u0328\u032d\u032e\u0330\u0331'

const WORD = new RegExp(`[\\p{L}\\p{N}][\\p{L}\\p{N}${DROPPED_MARKS}]*`, 'gu')
const MARKS = new RegExp(`[${DROPPED_MARKS}]`, 'gu')
const ASCII = /^[a-z0-9]*$/i
/** The one letter with a Latin base that databases leave as it is. */
const NOT_FOLDED = 'ǡ'

/** `most`: how many are enough. A text of a megabyte can have half a million, which take seconds. */
export function wordsIn(text: string, most = Number.POSITIVE_INFINITY): readonly Word[] {
  const words: Word[] = []
  for (const found of text.matchAll(WORD)) {
    if (words.length >= most) break
    const [word] = found
    words.push({ folded: foldWord(word), start: found.index, end: found.index + word.length })
  }
  return words
}

function foldWord(word: string): string {
  const lower = word.toLowerCase()
  if (ASCII.test(word)) return lower
  return Array.from(lower.replaceAll(MARKS, ''), (letter) => FOLDS.get(letter) ?? letter).join('')
}

/** Lower-case letters that are indexed as another one: those with diacritics, and variants such as a final sigma. */
export const FOLDS: ReadonlyMap<string, string> = new Map([
  ...[...lettersIn(0xe0, 0x24f), ...lettersIn(0x1e00, 0x1eff)].flatMap(withoutDiacritics),
  ...Object.entries({
    µ: 'μ',
    ſ: 's',
    ς: 'σ',
    ϐ: 'β',
    ϑ: 'θ',
    ϕ: 'φ',
    ϖ: 'π',
    ϰ: 'κ',
    ϱ: 'ρ',
    ϵ: 'ε',
    ẛ: 's',
    '\u1fbe': 'ι',
  }),
])

const IN_WORD = '[\\p{L}\\p{N}]'

/** Does not begin with a mark, which belongs to the word before: of thousands of marks, every division would be tried. */
const BETWEEN_WORDS = `[^\\p{L}\\p{N}${DROPPED_MARKS}][^\\p{L}\\p{N}]*`

/**
 * Finds where a text has one of these sequences of folded words, many times as fast as `wordsIn`. `prefix`: the last word may
 * go on. Letters whose case depends on their place in the word may be missed.
 */
export function firstOf(sought: readonly { readonly words: readonly string[]; readonly prefix: boolean }[]): RegExp {
  const sequences = sought.map(
    ({ words, prefix }) => words.map(spellings).join(BETWEEN_WORDS) + (prefix ? '' : `(?!${IN_WORD})`),
  )
  // Looks back from letters alone: looking back from each of thousands of marks takes seconds.
  return new RegExp(`(?=${IN_WORD})(?<!${IN_WORD}[${DROPPED_MARKS}]*)(?:${sequences.join('|')})`, 'iu')
}

/** A pattern for a word: each letter with the diacritics that it may have. Letters and digits need no escaping. */
function spellings(word: string): string {
  return Array.from(word, (letter) => `[${letter}${VARIANTS.get(letter) ?? ''}][${DROPPED_MARKS}]*`).join('')
}

/** Letters that are indexed as a letter. */
const VARIANTS: ReadonlyMap<string, string> = variantsIn(FOLDS)

function variantsIn(folds: ReadonlyMap<string, string>): ReadonlyMap<string, string> {
  const variants = new Map<string, string>()
  for (const [letter, folded] of folds) variants.set(folded, (variants.get(folded) ?? '') + letter)
  return variants
}

function lettersIn(first: number, last: number): readonly string[] {
  return Array.from({ length: last - first + 1 }, (_, index) => String.fromCodePoint(first + index))
}

function withoutDiacritics(letter: string): readonly (readonly [string, string])[] {
  const [, base] = /^([a-z])\p{M}+$/u.exec(letter.normalize('NFD')) ?? []
  return base === undefined || letter === NOT_FOLDED ? [] : [[letter, base]]
}

/** No higher code points are letters. */
const PLANES = 0x40000

/** Ranges of code points that are letters or digits, for databases that have no name for them. */
export const wordCharacters = foundOnce((): readonly (readonly [number, number])[] => {
  const all = Array.from({ length: PLANES }, (_, code) => (isSurrogate(code) ? ' ' : String.fromCodePoint(code)))
  return Array.from(all.join('').matchAll(/[\p{L}\p{N}]+/gu), ([run]) => {
    const first = run.codePointAt(0) ?? 0
    return [first, first + [...run].length - 1] as const
  })
})

/** Computed on first use, and once: going through all characters takes a tenth of a second. */
function foundOnce<Found>(find: () => Found): () => Found {
  let found: Found | undefined
  return () => {
    found ??= find()
    return found
  }
}

const isSurrogate = (code: number): boolean => code >= 0xd800 && code <= 0xdfff
