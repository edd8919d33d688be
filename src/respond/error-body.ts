/** The one place where an error becomes a response. */

import { ApiError } from '../errors/api-error.ts'
import { fileError } from '../errors/file-error.ts'
import { installationError } from '../errors/installation-error.ts'
import { storageError } from '../errors/storage-error.ts'
import type { HttpResponse } from '../request/http-request.ts'

const JSON_TYPE = 'application/json; charset=utf-8'

/** Errors other than `ApiError` are internal: callers see nothing of them. */
export function toApiError(error: unknown): ApiError {
  if (error instanceof ApiError) return error
  return (
    storageError(error) ?? fileError(error) ?? installationError(error) ?? new ApiError('INTERNAL', { cause: error })
  )
}

export type ErrorResponse = HttpResponse & { readonly body: string }

export function errorResponse(error: unknown): ErrorResponse {
  const { status, headers } = toApiError(error)
  return {
    status,
    headers: { 'Content-Type': JSON_TYPE, 'Cache-Control': 'no-store', ...headers },
    body: JSON.stringify({ data: null, error: errorOf(error) }),
  }
}

export type ShownError = Pick<ApiError, 'status' | 'name' | 'message' | 'details'>

export function errorOf(error: unknown): ShownError {
  const { status, name, message, details } = toApiError(error)
  return { status, name, message, details }
}
