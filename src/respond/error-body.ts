/** The one place where an error becomes an answer. */

import { ApiError } from '../errors/api-error.ts'
import type { ErrorCode } from '../errors/codes.ts'
import type { HttpResponse } from '../request/http-request.ts'

export const JSON_TYPE = 'application/json; charset=utf-8'

/** What the operating system says of a disk that takes no more files. */
const STORAGE: ReadonlyMap<unknown, ErrorCode> = new Map([
  ['ENOSPC', 'STORAGE_FULL'],
  ['EDQUOT', 'STORAGE_FULL'],
  ['EROFS', 'STORAGE_READ_ONLY'],
])

/** What is not an `ApiError` was not meant for callers: nothing of it goes on the wire. */
export function toApiError(error: unknown): ApiError {
  if (error instanceof ApiError) return error
  const code = error instanceof Error && 'code' in error ? STORAGE.get(error.code) : undefined
  if (code !== undefined) return new ApiError(code, { cause: error, headers: { 'retry-after': '10' } })
  return new ApiError('INTERNAL', { cause: error })
}

export function errorResponse(error: unknown): HttpResponse {
  const { status, name, message, details, headers } = toApiError(error)
  return {
    status,
    headers: { 'Content-Type': JSON_TYPE, 'Cache-Control': 'no-store', ...headers },
    body: JSON.stringify({ data: null, error: { status, name, message, details } }),
  }
}
