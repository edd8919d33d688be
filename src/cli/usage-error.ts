/** An error in the command line, and suggestions for misspelt words. */

import { slipsBetween } from '../errors/did-you-mean.ts'

/** The command line, or an environment variable used instead, is invalid. */
export class UsageError extends Error {
  override readonly name = 'UsageError'
}

/**
 * ` Did you mean --port?`, or an empty text. Accepts more typos than for names in requests, since there are few
 * candidates.
 */
export function suggest(written: string, candidates: readonly string[], prefix = ''): string {
  const farthest = Math.min(3, Math.floor(written.length / 2))
  const [nearest] = candidates
    .map((candidate) => ({ candidate, slips: slipsBetween(written, candidate) }))
    .sort((a, b) => a.slips - b.slips)
  return nearest === undefined || nearest.slips > farthest ? '' : ` Did you mean ${prefix}${nearest.candidate}?`
}
