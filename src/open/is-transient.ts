/** Whether opening a project may succeed later without any change to it. */

import { UnreachableError } from '../config/problem.ts'
import { ApiError } from '../errors/api-error.ts'
import type { ErrorCode } from '../errors/codes.ts'

/**
 * The database server cannot be reached, went away during startup, or another program has locked a table that is read then;
 * or there is no room on the disk to open the database, or to bring it up to date.
 */
export function isTransient(error: unknown): error is Error {
  return error instanceof UnreachableError || (error instanceof ApiError && PASSING.includes(error.code))
}

const PASSING: readonly ErrorCode[] = ['DATABASE_UNAVAILABLE', 'DATABASE_BUSY', 'QUERY_TIMEOUT', 'STORAGE_FULL']
