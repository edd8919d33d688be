import { ApiError } from './api-error.ts'
import { didYouMeanHint } from './did-you-mean.ts'

export interface InvalidKey {
  readonly key: string
  /** The attributes on the way to the key, joined by dots; null at the root. */
  readonly path: string | null
  /** The top-level parameter that contains the key. */
  readonly param: string
  /** Names that would be valid here and that the caller may see: the hint suggests the nearest. */
  readonly candidates?: Iterable<string>
  /** A hint to use instead of a suggestion. */
  readonly hint?: string | undefined
  /** The hint if no candidate is near. */
  readonly otherwise?: string | undefined
}

export function invalidKey({ key, path, param, candidates, hint, otherwise }: InvalidKey): ApiError {
  const advice = hint ?? didYouMeanHint(key, candidates ?? []) ?? otherwise
  return new ApiError('KEY_INVALID', {
    message: path === null || path === key ? `Invalid key ${key}` : `Invalid key ${key} at ${path}`,
    details: { key, path, source: 'query', param, ...(advice === undefined ? {} : { hint: advice }) },
  })
}
