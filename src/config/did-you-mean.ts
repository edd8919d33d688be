import { closest, distance } from 'fastest-levenshtein'

/** ` Did you mean "author"?` when one of the candidates is near enough to be a slip of the pen, otherwise ``. */
export function didYouMean(word: string, candidates: readonly string[]): string {
  if (candidates.length === 0) return ''
  const nearest = closest(word, candidates)
  const tolerated = Math.max(1, Math.floor(word.length / 3))
  return distance(word, nearest) <= tolerated ? ` Did you mean "${nearest}"?` : ''
}
