/** A folder or file of uploads that cannot be used, as the operating system reports it. */

import { ApiError } from './api-error.ts'
import { codeOf } from './code-of.ts'

/** The folder may not be written or is not a folder, the disk is broken, or the process has no file descriptor left. */
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

/** Sockets and processes have a path, too. */
const OTHERS = /^(connect|spawn)/

/** Null for all other errors. */
export function fileError(error: unknown): ApiError | null {
  if (!(error instanceof Error) || !('path' in error) || !UNUSABLE.has(codeOf(error))) return null
  if ('syscall' in error && OTHERS.test(String(error.syscall))) return null
  return new ApiError('STORAGE_UNUSABLE', { cause: error, headers: { 'retry-after': '10' } })
}
