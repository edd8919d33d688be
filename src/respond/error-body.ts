/** The one place where an error becomes a response. */

import { ApiError } from '../errors/api-error.ts'
import type { ErrorCode } from '../errors/codes.ts'
import type { HttpResponse } from '../request/http-request.ts'

export const JSON_TYPE = 'application/json; charset=utf-8'

/** Error codes of the operating system for a disk that accepts no writes; `EFBIG`: it has a limit for each file. */
const STORAGE: ReadonlyMap<unknown, ErrorCode> = new Map([
  ['ENOSPC', 'STORAGE_FULL'],
  ['EDQUOT', 'STORAGE_FULL'],
  ['EFBIG', 'STORAGE_FULL'],
  ['EROFS', 'STORAGE_READ_ONLY'],
])

/** Other errors than `ApiError` are not meant for callers: nothing of them is sent. */
export function toApiError(error: unknown): ApiError {
  if (error instanceof ApiError) return error
  const code = error instanceof Error && 'code' in error ? STORAGE.get(error.code) : undefined
  if (code !== undefined) return new ApiError(code, { cause: error, headers: { 'retry-after': '10' } })
  return new ApiError('INTERNAL', { cause: error })
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
