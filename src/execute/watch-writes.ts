/** Whether the database accepts writes, known from the writes of requests. */

import { ApiError } from '../errors/api-error.ts'
import type { WritableDatabase } from './database.ts'

/** Milliseconds for which a failure counts: after that, another process may have succeeded. */
export const FAILURE_COUNTS_MS = 30_000

export interface WatchedWriter {
  readonly writer: WritableDatabase
  /** The error of the last write, if nothing can be written at the moment; otherwise null. */
  failure(): ApiError | null
}

export function watchWrites(watched: WritableDatabase, now: () => number = () => performance.now()): WatchedWriter {
  let last: { readonly failure: ApiError; readonly at: number } | null = null

  return {
    writer: {
      ...watched,
      transaction: async (work, options) => {
        try {
          const result = await watched.transaction(work, options)
          last = null
          return result
        } catch (error) {
          if (isUnwritable(error)) last = { failure: error, at: now() }
          throw error
        }
      },
    },
    failure: () => (last !== null && now() - last.at < FAILURE_COUNTS_MS ? last.failure : null),
  }
}

function isUnwritable(error: unknown): error is ApiError {
  return error instanceof ApiError && (error.code === 'STORAGE_FULL' || error.code === 'STORAGE_READ_ONLY')
}
