import { ApiError } from '../errors/api-error.ts'
import { didYouMean } from '../errors/did-you-mean.ts'
import { namesOf, type Place } from './place.ts'

/** The same for a name that is unknown, not writable, or leads where the caller may not go. */
export function invalidBodyKey(key: string, parent: Place, candidates: Iterable<string>): ApiError {
  const path = namesOf(parent)
  const near = didYouMean(key, candidates)
  return new ApiError('KEY_INVALID', {
    message: path === null ? `Invalid key ${key}` : `Invalid key ${key} at ${path}`,
    details: {
      key,
      path,
      source: 'body',
      ...(near === null ? {} : { hint: `Did you mean ${near}?` }),
    },
  })
}
