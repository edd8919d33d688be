/**
 * An excerpt of a text with the words of a search, as pieces: every second one is a hit, and joined they are the excerpt.
 * They are plain text, not markup: the client decides how a hit looks.
 */

import type { SearchTerm } from '../parse/parse-search.ts'
import { firstOf, type Word, wordsIn } from '../vocabulary/words.ts'

/** Words of a text that are shown, at most. */
const MOST_WORDS = 36

/** Words before the first hit that are shown with it, where the text is longer. */
const WORDS_BEFORE = 4

/**
 * Characters of a longer text that are examined, around the first hit: finding the best part of a book takes a tenth of a
 * second, and a page may have a hundred books.
 */
const MOST_LOOKED_AT = 10_000

/** Characters examined before the first hit. */
const LOOKED_AT_BEFORE = 300

/** Splits a text into pieces around the hits; null without hits. */
export type Highlight = (text: string) => readonly string[] | null

/** Null where the text has none of the words. */
export function createHighlight(terms: readonly SearchTerm[]): Highlight {
  const sought = terms.filter(({ excluded }) => !excluded)
  const first = firstOf(sought)
  return (text) => {
    if (text.length <= MOST_LOOKED_AT) return piecesOf(text, wholeOf(text), sought)
    const found = first.exec(text)
    return found === null ? null : piecesOf(text, partAround(text, found.index), sought)
  }
}

/** Words of a part of a text. */
interface Part {
  readonly words: readonly Word[]
  /** The start of the text, or of its first word in the part. */
  readonly start: number
  readonly end: number
}

function wholeOf(text: string): Part {
  return { words: wordsIn(text), start: 0, end: text.length }
}

/** With whole words only: the part may begin or end inside of one. */
function partAround(text: string, place: number): Part {
  const from = Math.max(0, place - LOOKED_AT_BEFORE)
  const to = Math.min(text.length, from + MOST_LOOKED_AT)
  const words = wordsIn(text.slice(from, to))
    .map(({ folded, start, end }) => ({ folded, start: start + from, end: end + from }))
    .filter(({ start, end }) => (start > from || from === 0) && (end < to || to === text.length))
  const start = from === 0 ? 0 : (words[0]?.start ?? from)
  return { words, start, end: to === text.length ? to : (words.at(-1)?.end ?? to) }
}

function piecesOf(text: string, part: Part, sought: readonly SearchTerm[]): readonly string[] | null {
  const { words } = part
  const hits = hitsIn(words, sought)
  if (!hits.includes(true)) return null
  const first = bestStart(hits)
  const shown = words.slice(first, first + MOST_WORDS)
  const begin = first === 0 ? part.start : (shown[0]?.start ?? 0)
  const end = first + MOST_WORDS >= words.length ? part.end : (shown.at(-1)?.end ?? text.length)
  const pieces: string[] = []
  let done = begin
  for (const { start, end: last } of runsOf(shown, hits.slice(first))) {
    pieces.push(text.slice(done, start), text.slice(start, last))
    done = last
  }
  return [...pieces, text.slice(done, end)]
}

/** For each word, whether it is part of something that is looked for. */
function hitsIn(words: readonly Word[], sought: readonly SearchTerm[]): readonly boolean[] {
  const hits = words.map(() => false)
  for (const term of sought) {
    for (let at = 0; at + term.words.length <= words.length; at += 1) {
      if (term.words.every((_, index) => isWord(words[at + index], term, index)))
        hits.fill(true, at, at + term.words.length)
    }
  }
  return hits
}

function isWord(word: Word | undefined, { words, prefix }: SearchTerm, index: number): boolean {
  const sought = words[index] ?? ''
  const mayGoOn = prefix && index === words.length - 1
  return mayGoOn ? word?.folded.startsWith(sought) === true : word?.folded === sought
}

/** The start of the part with the most hits; of several, the first. */
function bestStart(hits: readonly boolean[]): number {
  if (hits.length <= MOST_WORDS) return 0
  let [best, most] = [0, 0]
  for (const [at, isHit] of hits.entries()) {
    if (!isHit) continue
    const start = Math.min(Math.max(0, at - WORDS_BEFORE), hits.length - MOST_WORDS)
    const found = hits.slice(start, start + MOST_WORDS).filter(Boolean).length
    if (found > most) [best, most] = [start, found]
  }
  return best
}

/** Hits, one piece each. */
function runsOf(words: readonly Word[], hits: readonly boolean[]): readonly Word[] {
  return words.filter((_, index) => hits[index] === true)
}
