import { ApiError } from '../errors/api-error.ts'

/** Where the value belongs, for the error message. */
export interface ValuePlace {
  readonly param: string
  readonly path: string
}

export function uncastable(text: string, expected: string, { param, path }: ValuePlace): ApiError {
  return new ApiError('VALUE_INVALID', {
    message: `Invalid value ${JSON.stringify(text)} at ${path}. Expected ${expected}`,
    details: { source: 'query', param, path },
  })
}
