/** Errors of the operating system about the uploads folder and its files. */

import { ApiError } from './api-error.ts'
import { codeOf } from './code-of.ts'

/** Not writable, not a folder, a broken disk, or no file descriptor left. */
const UNUSABLE: ReadonlySet<string> = new Set([
  'EACCES',
  'EPERM',
  'ENOTDIR',
  'EISDIR',
  'ELOOP',
  'EIO',
  'EMFILE',
  'ENFILE',
])

/** System calls that are not about files, though their errors have a path, too. */
const OTHERS = /^(connect|spawn)/

/** Null for all other errors. */
export function fileError(error: unknown): ApiError | null {
  if (!(error instanceof Error) || !('path' in error) || !UNUSABLE.has(codeOf(error))) return null
  if ('syscall' in error && OTHERS.test(String(error.syscall))) return null
  return new ApiError('STORAGE_UNUSABLE', { cause: error, headers: { 'retry-after': '10' } })
}
