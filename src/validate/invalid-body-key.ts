import { ApiError } from '../errors/api-error.ts'
import { didYouMeanHint } from '../errors/did-you-mean.ts'
import { type BodyPlace, bodyKeyHint } from './body-key-hints.ts'
import { type FieldPath, namesOf } from './field-error.ts'

/** The same error for a name that is unknown, not writable, or a relation that the caller may not follow. */
export function invalidBodyKey(
  key: string,
  parent: FieldPath,
  place: BodyPlace,
  candidates: readonly string[],
): ApiError {
  const hint = bodyKeyHint(key, place, candidates) ?? didYouMeanHint(key, candidates)
  return invalidKeyIn(key, parent, hint === undefined ? {} : { hint })
}

/** The same for a type that is unknown and for one that the caller may not find. */
export function invalidLinkType(key: string, parent: FieldPath): ApiError {
  return invalidKeyIn(key, parent, { hint: LINK_TYPE_HINT })
}

/** The schema file has this relation, but gives it no table that could hold links. */
export function inertBodyKey(key: string, parent: FieldPath): ApiError {
  return invalidKeyIn(key, parent, {
    hint: `${key} has no links that could be written: the relation at its other side does not name it in inversedBy`,
  })
}

const LINK_TYPE_HINT = '"__type" must be a content type that you may find, such as "api::article.article".'

/** `parent`: where in the body it stands. */
export function invalidKeyIn(key: string, parent: FieldPath, more: { readonly hint?: string }): ApiError {
  const path = namesOf(parent)
  return new ApiError('KEY_INVALID', {
    message: path === null ? `Invalid key ${key}` : `Invalid key ${key} at ${path}`,
    details: { key, path, source: 'body', ...more },
  })
}
