import { didYouMean } from '../errors/did-you-mean.ts'

/** The end of a message: ` Did you mean "author"?`, or an empty text if no candidate is near. */
export function suggestion(written: string, candidates: readonly string[]): string {
  const nearest = didYouMean(written, candidates)
  return nearest === null ? '' : ` Did you mean "${nearest}"?`
}

/** The nearest candidate, or all if none is near: ` There are: oneToOne, oneToMany.` */
export function suggestionOrAll(written: string, candidates: readonly string[]): string {
  return suggestion(written, candidates) || ` There are: ${candidates.join(', ')}.`
}

/**
 * For UIDs: one whose last part matches is suggested: `link` and `links` for `shared.link`, `author` and `api::author` for
 * `api::author.author`.
 */
export function uidSuggestion(written: string, uids: readonly string[]): string {
  const same = uids.find((uid) => lastPart(uid) === lastPart(written))
  const near = same === undefined ? suggestion(written, uids) : ''
  const meant = same ?? uids.find((uid) => singular(lastPart(uid)) === singular(lastPart(written)))
  return near !== '' || meant === undefined ? near : ` Did you mean "${meant}"?`
}

const lastPart = (uid: string): string => uid.toLowerCase().split(/\.|::/).at(-1) ?? ''

const singular = (name: string): string => name.replace(/ies$/, 'y').replace(/s$/, '')
