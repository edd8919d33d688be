import { ApiError } from './api-error.ts'
import { didYouMeanHint } from './did-you-mean.ts'

export interface InvalidKey {
  readonly key: string
  /** The attributes that lead to the key, joined by dots; null at the root. */
  readonly path: string | null
  /** The top-level parameter the key stands in. */
  readonly param: string
  /** Names that would have been valid here, of those the caller may see: the hint is one of them. */
  readonly candidates?: Iterable<string>
  /** A hint of another kind. */
  readonly hint?: string | undefined
  /** A hint for a key that is near to none. */
  readonly otherwise?: string | undefined
}

export function invalidKey({ key, path, param, candidates, hint, otherwise }: InvalidKey): ApiError {
  const advice = hint ?? didYouMeanHint(key, candidates ?? []) ?? otherwise
  return new ApiError('KEY_INVALID', {
    message: path === null || path === key ? `Invalid key ${key}` : `Invalid key ${key} at ${path}`,
    details: { key, path, source: 'query', param, ...(advice === undefined ? {} : { hint: advice }) },
  })
}
