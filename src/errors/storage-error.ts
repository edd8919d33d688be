/** Errors of the operating system about a disk that accepts no writes. */

import { ApiError } from './api-error.ts'
import { codeOf } from './code-of.ts'
import type { ErrorCode } from './codes.ts'

/** `EFBIG`: the file is larger than the disk allows. */
const STORAGE: ReadonlyMap<string, ErrorCode> = new Map([
  ['ENOSPC', 'STORAGE_FULL'],
  ['EDQUOT', 'STORAGE_FULL'],
  ['EFBIG', 'STORAGE_FULL'],
  ['EROFS', 'STORAGE_READ_ONLY'],
])

/** Null for all other errors. */
export function storageError(error: unknown): ApiError | null {
  const code = STORAGE.get(codeOf(error))
  return code === undefined ? null : new ApiError(code, { cause: error, headers: { 'retry-after': '10' } })
}
