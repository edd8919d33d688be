/** A PostgreSQL database, opened for writing. */

import { setTimeout as pause } from 'node:timers/promises'
import type { Pool, PoolClient } from 'pg'
import { ProjectError, refusal } from '../../config/problem.ts'
import type { DatabaseSettings } from '../../config/settings.ts'
import { type AbortableRun, abortableRun } from '../../execute/abortable.ts'
import { CommitUnknown } from '../../execute/commit-unknown.ts'
import type { Row, Run, WritableDatabase } from '../../execute/database.ts'
import { cancelUntil } from './cancel.ts'
import { type ServerAddress, serverAddress } from './connection-options.ts'
import { createPool, createPoolGate } from './connection-pool.ts'
import {
  isConflict,
  isConsequence,
  isLockTimeout,
  isLostConnection,
  isOutOfLocks,
  isStaleStatement,
  translateWriteError,
  unopenable,
} from './error-codes.ts'
import { createPreparedStatements, type PreparedStatements } from './prepared-statements.ts'
import { createColumnGuard, findRowFunctions, type GuardColumns, type RowFunctions } from './row-functions.ts'

export async function openPostgresForWriting(settings: DatabaseSettings): Promise<WritableDatabase> {
  const address = serverAddress(settings.connection)
  const pool = createPool(address, settings, { writes: true })
  const guard = createColumnGuard(await connectFirst(pool, address))
  const gate = createPoolGate(address, settings.pool)
  const statements = createPreparedStatements()
  return {
    transaction: async (work, { repeatable = false, patient = false, demand } = {}) => {
      const signal = demand?.signal
      const attempt = async () => {
        signal?.throwIfAborted()
        return inTransaction({ client: await pool.connect(), statements, guard }, work, signal)
      }
      try {
        const attempts = () => repeated(repeatable ? ATTEMPTS : 1, attempt)
        return await gate.admit(null, demand, () => (patient ? retryLockTimeouts(attempts) : attempts()))
      } catch (error) {
        throw error instanceof ProjectError ? error : translateWriteError(error, settings)
      }
    },
    close: () => pool.end(),
  }
}

async function connectFirst(pool: Pool, address: ServerAddress): Promise<RowFunctions> {
  try {
    const client = await pool.connect()
    try {
      return await findRowFunctions(client)
    } finally {
      client.release()
    }
  } catch (error) {
    await pool.end()
    throw unopenable(address, error)
  }
}

/** Attempts at a transaction that conflicts with another one, or whose prepared statements a migration has outdated. */
const ATTEMPTS = 10
const LONGEST_PAUSE = 50

async function repeated<T>(attempts: number, attempt: () => Promise<T>): Promise<T> {
  try {
    return await attempt()
  } catch (error) {
    if (attempts <= 1 || !(isConflict(error) || isStaleStatement(error))) throw error
    // A random pause, so that the conflicting transactions do not conflict again.
    await pause(Math.random() * LONGEST_PAUSE)
    return repeated(attempts - 1, attempt)
  }
}

const PATIENT_ATTEMPTS = 20
const PATIENT_PAUSE_MS = 1_000

/** Between attempts, transactions that wait behind this lock request get their turn. */
async function retryLockTimeouts<T>(attempt: () => Promise<T>, attempts = PATIENT_ATTEMPTS): Promise<T> {
  try {
    return await attempt()
  } catch (error) {
    if (isOutOfLocks(error)) throw tooManyLocks()
    if (!isLockTimeout(error)) throw error
    if (attempts <= 1) throw tableInUse()
    await pause(PATIENT_PAUSE_MS)
    return retryLockTimeouts(attempt, attempts - 1)
  }
}

function tableInUse(): ProjectError {
  const message =
    'A table is in use by another transaction, such as an export or pg_dump, that has not ended within a minute. Nothing was changed: try again when it has ended.'
  return refusal(message)
}

/** Waiting would not help: a transaction that creates thousands of tables needs a lock for each table and index. */
function tooManyLocks(): ProjectError {
  const message =
    'The PostgreSQL server has no room for the locks of so many tables and indexes in one transaction. Nothing was changed: set max_locks_per_transaction in its configuration to 1024 (64 is the default), restart it, and try again; the old value will do afterwards.'
  return refusal(message)
}

interface Session {
  readonly client: PoolClient
  readonly statements: PreparedStatements
  readonly guard: GuardColumns
}

async function inTransaction<T>(
  session: Session,
  work: (run: Run) => Promise<T>,
  signal: AbortSignal | undefined,
): Promise<T> {
  const { client, statements } = session
  const sent = runOn(session, signal)
  const { run, end } = abortableRun(sent.run, signal)
  try {
    // Awaited before anything else is sent: if `begin` were cancelled, the statements behind it would be committed one
    // by one.
    await client.query('begin')
    const result = await work(run)
    signal?.throwIfAborted()
    end()
    await commit(client)
    client.release(statements.isFull(client))
    return result
  } catch (error) {
    end()
    await giveUp(client, error, signal)
    throw error
  } finally {
    sent.end()
  }
}

async function commit(client: PoolClient): Promise<void> {
  try {
    await client.query('commit')
  } catch (error) {
    throw isLostConnection(error) ? new CommitUnknown(error) : error
  }
}

/**
 * Rolls back. Closes the connection, which has the same effect, if the rollback fails or its prepared statements are
 * outdated; also if the request is aborted meanwhile, since the cancellation might hit the next transaction.
 */
async function giveUp(client: PoolClient, error: unknown, signal: AbortSignal | undefined): Promise<void> {
  const isUnwanted = () => signal?.aborted === true
  const isGone =
    isUnwanted() ||
    isLostConnection(error) ||
    isStaleStatement(error) ||
    (await client.query('rollback').then(isUnwanted, () => true))
  client.release(isGone)
}

/**
 * Several statements may be in flight; the server runs them one after the other. When the signal is aborted, the
 * running one is cancelled, which releases its locks, and those behind it fail. All of them reject with the first
 * error, since a later one may be reported first.
 */
function runOn({ client, statements, guard }: Session, signal: AbortSignal | undefined): AbortableRun {
  const underWay = new Set<Promise<unknown>>()
  const cancel = () => {
    if (underWay.size > 0) void cancelUntil(client, Promise.allSettled(underWay))
  }
  signal?.addEventListener('abort', cancel, { once: true })
  // Only a limited number of statements is prepared: an import has any number in one transaction.
  const nameOf = (text: string) => (statements.isFull(client) ? '' : statements.on(client, text).name)
  let reason: unknown
  const run: Run = async (statement) => {
    const { text, values } = guard(statement)
    const running = client.query<unknown[]>({ name: nameOf(text), text, values: [...values], rowMode: 'array' })
    underWay.add(running)
    try {
      const { rows } = await running
      return rows as readonly Row[]
    } catch (error) {
      reason ??= error
      throw isConsequence(error) ? reason : error
    } finally {
      underWay.delete(running)
    }
  }
  return { run, end: () => signal?.removeEventListener('abort', cancel) }
}
