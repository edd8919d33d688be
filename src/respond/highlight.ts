/**
 * An excerpt of a text with the words of a search, as pieces: every second one is a hit, and joined they are the excerpt.
 * They are plain text, not markup: the client decides how a hit looks.
 */

import type { SearchTerm } from '../parse/parse-search.ts'
import { type Word, wordsIn } from '../vocabulary/words.ts'

/** Words of a text that are shown, at most. */
const MOST_WORDS = 36

/** Words before the first hit that are shown with it, where the text is longer. */
const WORDS_BEFORE = 4

/** Null where the text has none of the words. */
export function highlight(text: string, terms: readonly SearchTerm[]): readonly string[] | null {
  const words = wordsIn(text)
  const hits = hitsIn(words, terms)
  if (!hits.includes(true)) return null
  const first = bestStart(hits)
  const shown = words.slice(first, first + MOST_WORDS)
  const begin = first === 0 ? 0 : (shown[0]?.start ?? 0)
  const end = first + MOST_WORDS >= words.length ? text.length : (shown.at(-1)?.end ?? text.length)
  const pieces: string[] = []
  let done = begin
  for (const { start, end: last } of runsOf(shown, hits.slice(first))) {
    pieces.push(text.slice(done, start), text.slice(start, last))
    done = last
  }
  return [...pieces, text.slice(done, end)]
}

/** For each word, whether it is part of something that is looked for. */
function hitsIn(words: readonly Word[], terms: readonly SearchTerm[]): readonly boolean[] {
  const hits = words.map(() => false)
  for (const term of terms.filter(({ excluded }) => !excluded)) {
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

/** Where the part begins that has the most hits; of several, the first. */
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
