/** What is wrong with a command line, and the word that was probably meant. */

import { slipsBetween } from '../errors/did-you-mean.ts'

/** The command line, or an environment variable in its place, is not understood. */
export class UsageError extends Error {
  override readonly name = 'UsageError'
}

/** ` Did you mean --port?`, or nothing. More willing than for names in requests: there is little to choose from. */
export function suggest(written: string, candidates: readonly string[], prefix = ''): string {
  const farthest = Math.min(3, Math.floor(written.length / 2))
  const [nearest] = candidates
    .map((candidate) => ({ candidate, slips: slipsBetween(written, candidate) }))
    .sort((a, b) => a.slips - b.slips)
  return nearest === undefined || nearest.slips > farthest ? '' : ` Did you mean ${prefix}${nearest.candidate}?`
}
