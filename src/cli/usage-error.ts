/** What is wrong with a command line, and the word that was probably meant. */

import { closest, distance } from 'fastest-levenshtein'

/** The command line, or an environment variable in its place, is not understood. */
export class UsageError extends Error {
  override readonly name = 'UsageError'
}

/** ` Did you mean --port?`, or nothing. More willing than for names in requests: there is little to choose from. */
export function suggest(written: string, candidates: readonly string[], prefix = ''): string {
  const near = closest(written, candidates)
  const farthest = Math.min(3, Math.floor(written.length / 2))
  return distance(written, near) <= farthest ? ` Did you mean ${prefix}${near}?` : ''
}
