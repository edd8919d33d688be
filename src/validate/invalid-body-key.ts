import { ApiError } from '../errors/api-error.ts'
import { didYouMean } from '../errors/did-you-mean.ts'
import { namesOf, type Place } from './place.ts'

/** What to do instead about names that exist, but are not set through a body. */
const HINTS: ReadonlyMap<string, string> = new Map([
  ['id', 'Entries are addressed by the documentId in the path.'],
  ['documentId', 'Entries are addressed by the documentId in the path.'],
  ['locale', 'Send the locale in the query string: ?locale=fr'],
  ['publishedAt', 'Send the status in the query string: ?status=draft or ?status=published'],
])

/** The same for a name that is unknown, not writable, or leads where the caller may not go. */
export function invalidBodyKey(key: string, parent: Place, candidates: Iterable<string>): ApiError {
  const path = namesOf(parent)
  const near = didYouMean(key, candidates)
  const hint = (path === null ? HINTS.get(key) : undefined) ?? (near === null ? undefined : `Did you mean ${near}?`)
  return new ApiError('KEY_INVALID', {
    message: path === null ? `Invalid key ${key}` : `Invalid key ${key} at ${path}`,
    details: {
      key,
      // The reference server leaves the path out for these two.
      ...(path === null && (key === 'id' || key === 'documentId') ? {} : { path }),
      source: 'body',
      ...(hint === undefined ? {} : { hint }),
    },
  })
}
