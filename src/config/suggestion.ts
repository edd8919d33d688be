import { didYouMean } from '../errors/did-you-mean.ts'

/** The end of a message: ` Did you mean "author"?`, or nothing where no candidate is near. */
export function suggestion(written: string, candidates: readonly string[]): string {
  const nearest = didYouMean(written, candidates)
  return nearest === null ? '' : ` Did you mean "${nearest}"?`
}
