/** Errors as plain data: structured clone between threads loses their class and properties. */

import { ApiError } from '../../errors/api-error.ts'
import { codeOf } from '../../errors/code-of.ts'

export interface ThreadFailure {
  readonly message: string
  /** SQLite's code, or Lectern's. */
  readonly code: string
  /** The details of an ApiError; null for other errors. */
  readonly details: ApiError['details'] | null
}

export function failureOf(error: unknown): ThreadFailure {
  const message = error instanceof Error ? error.message : String(error)
  return { message, code: codeOf(error), details: error instanceof ApiError ? error.details : null }
}

export function errorIn({ message, code, details }: ThreadFailure): Error {
  if (details === null) return Object.assign(new Error(message), { code })
  return new ApiError(code as ApiError['code'], { message, details })
}
