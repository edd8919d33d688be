/** The one place where an error becomes an answer. */

import { ApiError } from '../errors/api-error.ts'
import type { HttpResponse } from '../request/http-request.ts'

export const JSON_TYPE = 'application/json; charset=utf-8'

/** What is not an `ApiError` was not meant for callers: nothing of it goes on the wire. */
export function toApiError(error: unknown): ApiError {
  return error instanceof ApiError ? error : new ApiError('INTERNAL', { cause: error })
}

export function errorResponse(error: unknown): HttpResponse {
  const { status, name, message, details, headers } = toApiError(error)
  return {
    status,
    headers: { 'Content-Type': JSON_TYPE, 'Cache-Control': 'no-store', ...headers },
    body: JSON.stringify({ data: null, error: { status, name, message, details } }),
  }
}
