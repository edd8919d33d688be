import { didYouMean } from '../errors/did-you-mean.ts'

/** The end of a message: ` Did you mean "author"?`, or nothing where no candidate is near. */
export function suggestion(written: string, candidates: readonly string[]): string {
  const nearest = didYouMean(written, candidates)
  return nearest === null ? '' : ` Did you mean "${nearest}"?`
}

/** Where no candidate is near, all of them: ` There are: oneToOne, oneToMany.` */
export function suggestionOrAll(written: string, candidates: readonly string[]): string {
  return suggestion(written, candidates) || ` There are: ${candidates.join(', ')}.`
}

/** For UIDs: one whose last part matches is suggested: `link` for `shared.link`, `author` for `api::author.author`. */
export function uidSuggestion(written: string, uids: readonly string[]): string {
  const meant = uids.find((uid) => uid.split('.').at(-1) === written.toLowerCase())
  return meant === undefined ? suggestion(written, uids) : ` Did you mean "${meant}"?`
}
