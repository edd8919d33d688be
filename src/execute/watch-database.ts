/**
 * Whether a database can be reached: known from the statements that run anyway, and asked for where there were none.
 */

import { setTimeout as pause } from 'node:timers/promises'
import { ApiError } from '../errors/api-error.ts'
import type { Database } from './database.ts'
import { PING } from './ping.ts'

/** How long an answer counts, in milliseconds. */
const GOOD_FOR = 1_000
/** How long one is waited for. Without one, what was known before counts: it may only have much to do. */
const PATIENCE = 2_000

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

  async function learning<T>(work: () => Promise<T>): Promise<T> {
    try {
      const result = await work()
      learn(null)
      return result
    } catch (error) {
      if (isCode(error, 'DATABASE_UNAVAILABLE')) learn(error)
      // That one was not even asked; any other error is an answer.
      else if (!isCode(error, 'DATABASE_BUSY')) learn(null)
      throw error
    }
  }

  function ask(): Promise<unknown> {
    asking ??= learning(() => watched.run(PING))
      .catch(() => undefined)
      .finally(() => {
        asking = null
      })
    return asking
  }

  return {
    database: {
      ...watched,
      run: (statement) => learning(() => watched.run(statement)),
      read: (statement) => learning(() => watched.read(statement)),
    },
    checkReachable: async () => {
      if (now() - knownAt >= GOOD_FOR) await Promise.race([ask(), pause(PATIENCE, undefined, { ref: false })])
      if (failure !== null) throw failure
    },
  }
}

function isCode(error: unknown, code: ApiError['code']): error is ApiError {
  return error instanceof ApiError && error.code === code
}
