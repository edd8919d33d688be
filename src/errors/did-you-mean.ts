import { distance } from 'fastest-levenshtein'

/** The nearest of the candidates, when it is near enough to be a slip of the finger; otherwise null. */
export function didYouMean(written: string, candidates: Iterable<string>): string | null {
  let best: string | null = null
  let bestDistance = Math.max(1, Math.floor(written.length / 3)) + 1
  for (const candidate of candidates) {
    const apart = candidate.toLowerCase() === written.toLowerCase() ? 0 : distance(written, candidate)
    if (apart < bestDistance) {
      best = candidate
      bestDistance = apart
    }
  }
  return best
}
