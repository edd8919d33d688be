/** Whether a database is reachable: known from the statements of requests, or from a ping if there were none. */

import { setTimeout as pause } from 'node:timers/promises'
import { ApiError } from '../errors/api-error.ts'
import type { Database } from './database.ts'
import { PING } from './reconnect.ts'

/** How long a result is valid, in milliseconds. */
const VALID_FOR = 1_000
/** How long a ping may take, in milliseconds. After that the last known state counts: the database may just be busy. */
const PING_TIMEOUT = 2_000

const UNANSWERED = ['DATABASE_BUSY', 'CLIENT_GONE', 'SHUTTING_DOWN'] as const

export interface WatchedDatabase {
  readonly database: Database
  /**
   * The database for reads that must be current. Its results count as well. The same as `database` if there are no
   * replicas.
   */
  readonly fresh: Database
  /** Rejects with the last failure if the database is unreachable. Pings it at most once a second. */
  checkReachable(): Promise<void>
}

export function watchDatabase(
  watched: Database,
  fresh: Database = watched,
  now: () => number = () => performance.now(),
): WatchedDatabase {
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
      // Null means that the primary is unreachable, so there is no revision.
      if (result !== null) learn(null)
      return result
    } catch (error) {
      if (isCode(error, 'DATABASE_UNAVAILABLE')) learn(error)
      // These errors say nothing about the database; any other error is a response from it.
      else if (!UNANSWERED.some((code) => isCode(error, code))) learn(null)
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

  function learningFrom(source: Database): Database {
    const runAtOnce: Database['runAtOnce'] = (statement) => {
      const rows = source.runAtOnce?.(statement) ?? null
      if (rows !== null) learn(null)
      return rows
    }
    return {
      ...source,
      ...(source.runAtOnce === undefined ? {} : { runAtOnce }),
      run: (statement, demand) => learning(() => source.run(statement, demand)),
      read: (statement, demand) => learning(() => source.read(statement, demand)),
      revision: () => learning(() => source.revision()),
      tableRevisions: () => learning(() => source.tableRevisions()),
    }
  }

  const database = learningFrom(watched)
  return {
    database,
    fresh: fresh === watched ? database : learningFrom(fresh),
    checkReachable: async () => {
      if (now() - knownAt >= VALID_FOR) await Promise.race([ask(), pause(PING_TIMEOUT, undefined, { ref: false })])
      if (failure !== null) throw failure
      if (watched.isSaturated()) throw new ApiError('DATABASE_BUSY', { headers: { 'retry-after': '1' } })
    },
  }
}

function isCode(error: unknown, code: ApiError['code']): error is ApiError {
  return error instanceof ApiError && error.code === code
}
