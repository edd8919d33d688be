/**
 * Whether a database can be reached: known from the statements that run anyway, and asked for where there were none.
 */

import { ApiError } from '../errors/api-error.ts'
import type { Database } from './database.ts'
import { PING } from './ping.ts'

/** How long an answer counts, in milliseconds. */
const GOOD_FOR = 1_000

export interface WatchedDatabase {
  readonly database: Database
  /** Rejects with the last failure while the database cannot be reached. Asks it at most once a second. */
  checkReachable(): Promise<void>
}

export function watchDatabase(watched: Database, now: () => number = Date.now): WatchedDatabase {
  let knownAt = Number.NEGATIVE_INFINITY
  let failure: ApiError | null = null
  let asking: Promise<unknown> | null = null

  function learn(found: ApiError | null): void {
    knownAt = now()
    failure = found
  }

  const run: Database['run'] = async (statement) => {
    try {
      const rows = await watched.run(statement)
      learn(null)
      return rows
    } catch (error) {
      if (isGone(error)) learn(error)
      throw error
    }
  }

  /** What the database says to the question itself, other than that it is gone, does not matter. */
  function ask(): Promise<unknown> {
    asking ??= run(PING)
      .catch((error: unknown) => (isGone(error) ? undefined : learn(null)))
      .finally(() => {
        asking = null
      })
    return asking
  }

  return {
    database: { ...watched, run },
    checkReachable: async () => {
      if (now() - knownAt >= GOOD_FOR) await ask()
      if (failure !== null) throw failure
    },
  }
}

/** A database that has too much to do is there all the same. */
function isGone(error: unknown): error is ApiError {
  return error instanceof ApiError && error.code === 'DATABASE_UNAVAILABLE'
}
