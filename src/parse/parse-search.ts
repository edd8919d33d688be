/**
 * `_q[text]=old lantern -river "water mill"`: words that must all occur, phrases, and words that must not occur. There is
 * no other syntax: any other character between letters and digits separates words, so `ADR-016` is a phrase of two words.
 */

import { limitExceeded } from '../config/limit-exceeded.ts'
import type { Limits } from '../config/limits.ts'
import { ApiError } from '../errors/api-error.ts'
import { invalidKey } from '../errors/invalid-key.ts'
import { asFlag, type RawObject, type RawValue } from '../request/raw-params.ts'
import { wordsIn } from '../vocabulary/words.ts'
import { parseNames } from './parse-names.ts'

export interface ParsedSearch {
  readonly terms: readonly SearchTerm[]
  /** Names of attributes; null: all that are searched. */
  readonly in: readonly string[] | null
  readonly show: ReadonlySet<SearchShow>
}

/** Words that follow one another. */
export interface SearchTerm {
  /** Folded; at least one. */
  readonly words: readonly string[]
  /** Whether it must not be there. */
  readonly excluded: boolean
  /** Whether the last word may go on. */
  readonly prefix: boolean
}

const SHOWN = ['score', 'highlights'] as const
export type SearchShow = (typeof SHOWN)[number]

const KEYS = ['text', 'in', 'show', 'prefix', 'typos']

/** Letters of a searched word: not every index distinguishes longer ones. */
const LONGEST_WORD = 100

export function parseSearch(raw: RawObject, limits: Limits): ParsedSearch {
  const unknown = Object.keys(raw).find((key) => !KEYS.includes(key))
  if (unknown !== undefined) throw invalidKey({ key: unknown, path: '_q', param: '_q', candidates: KEYS })
  if (flagAt(raw, 'typos'))
    throw invalidSearch(
      '_q[typos]',
      'Words are found as they are written: no index has their misspellings',
      PREFIX_HINT,
    )
  return {
    terms: parseTerms(raw.text, flagAt(raw, 'prefix'), limits),
    in: raw.in === undefined ? null : [...new Set(parseNames(raw.in, '_q[in]'))],
    show: new Set(parseNames(raw.show, '_q[show]').map(shownIn)),
  }
}

const PREFIX_HINT = '_q[prefix]=true finds words by their beginning'

/** A term: an optional minus, then a phrase in quotes or anything up to the next space or quote. */
const TERM = /(-?)"([^"]*)(?:"|$)|[^\s"]+/gu

function parseTerms(raw: RawValue | undefined, prefix: boolean, limits: Limits): readonly SearchTerm[] {
  if (typeof raw !== 'string')
    throw invalidSearch('_q[text]', 'Expected a text: the words to look for', 'Write _q[text]=old lantern')
  const written = writtenTerms(raw, limits)
  const terms = written.map((term, at) => ({ ...term, prefix: prefix && !term.excluded && at === written.length - 1 }))
  if (terms.some(({ words }) => words.some(isLong)))
    throw invalidSearch('_q[text]', `A word has more than ${LONGEST_WORD} letters`)
  if (terms.every(({ excluded }) => excluded)) {
    throw invalidSearch(
      '_q[text]',
      'There is no word to look for',
      'At least one word without a minus; leave _q out to get all entries',
    )
  }
  return terms
}

/** Stops at the first word beyond the limit, without reading the rest of a long text. */
function writtenTerms(raw: string, { searchWords }: Limits): readonly Omit<SearchTerm, 'prefix'>[] {
  const terms: Omit<SearchTerm, 'prefix'>[] = []
  let left = searchWords
  for (const [text, minus, phrase] of raw.matchAll(TERM)) {
    const words = wordsIn(phrase ?? text, left + 1).map(({ folded }) => folded)
    left -= words.length
    if (left < 0) throw limitExceeded('searchWords', searchWords)
    const excluded = phrase === undefined ? text.startsWith('-') : minus === '-'
    if (words.length > 0) terms.push({ excluded, words })
  }
  return terms
}

const isLong = (word: string): boolean => word.length > LONGEST_WORD && [...word].length > LONGEST_WORD

function flagAt(raw: RawObject, key: string): boolean {
  const value = raw[key]
  const flag = value === undefined ? false : asFlag(value)
  if (flag === undefined) throw invalidSearch(`_q[${key}]`, 'Expected true or false')
  return flag
}

function shownIn(name: string): SearchShow {
  const shown = SHOWN.find((known) => known === name)
  if (shown === undefined) throw invalidKey({ key: name, path: 'show', param: '_q', candidates: SHOWN })
  return shown
}

export function invalidSearch(param: string, message: string, hint?: string): ApiError {
  const details = { source: 'query', param, ...(hint === undefined ? {} : { hint }) }
  return new ApiError('SEARCH_INVALID', { message: `Invalid ${param}. ${message}`, details })
}
