import { distance } from 'fastest-levenshtein'

/** The number of typos between the two. */
export type Slips = (written: string, candidate: string) => number

/** The nearest candidate if it is near enough to be a typo; otherwise null. */
export function didYouMean(written: string, candidates: Iterable<string>, slips: Slips = slipsBetween): string | null {
  let best: string | null = null
  let bestSlips = Math.max(1, Math.floor(written.length / 5)) + 1
  for (const candidate of candidates) {
    // Missing letters count as typos, so lengths that differ too much need no comparison.
    if (Math.abs(candidate.length - written.length) >= bestSlips) continue
    const made = slips(written, candidate)
    if (candidate !== written && made < bestSlips) {
      best = candidate
      bestSlips = made
    }
  }
  return best
}

/** The nearest candidate as a hint. */
export function didYouMeanHint(written: string, candidates: Iterable<string>): string | undefined {
  const near = didYouMean(written, candidates)
  return near === null ? undefined : `Did you mean ${near}?`
}

/** The number of letters to change. Two swapped neighbours count as one, and wrong case as none. */
export const slipsBetween: Slips = (written, candidate) => {
  const [a, b] = [written.toLowerCase(), candidate.toLowerCase()]
  return a.length === b.length && isTransposition(a, b) ? 1 : distance(a, b)
}

function isTransposition(a: string, b: string): boolean {
  const first = [...a].findIndex((letter, index) => letter !== b[index])
  if (first === -1) return false
  return a[first] === b[first + 1] && a[first + 1] === b[first] && a.slice(first + 2) === b.slice(first + 2)
}
