/** A SQLite file, opened for writing; created, with its folder, when missing. */

import { setTimeout as pause } from 'node:timers/promises'
import type { PoolSettings } from '../../config/settings.ts'
import type { Run, WritableDatabase } from '../../execute/database.ts'
import { createTurns, type Turn } from '../../execute/turns.ts'
import { whileWanted } from '../../execute/while-wanted.ts'
import { isBusy, translateError, unopenable } from './error-codes.ts'
import { type Writing, writingApart, writingHere } from './writing-apart.ts'

/** How long to wait for another program's write lock before the next attempt, in milliseconds. */
const RETRY_AFTER = 10

export interface SqliteWriting {
  /** Transactions wait for each other, and for other programs that write. */
  readonly pool: Pick<PoolSettings, 'queue' | 'acquireTimeout'>
  /** Rows that the populated lists of one statement may have together. */
  readonly populatedRows: number
  /** Whether a thread of its own writes. */
  readonly apart: boolean
}

export async function openSqliteForWriting(file: string, options: SqliteWriting): Promise<WritableDatabase> {
  const { pool } = options
  const writing = await open(file, options)
  // One connection can have one transaction at a time.
  const turns = createTurns({ waiting: pool.queue, longestWait: pool.acquireTimeout })
  return {
    transaction: async (work, { demand } = {}) =>
      transaction(writing, await turns.next(demand?.signal), work, demand?.signal),
    close: async () => {
      await turns.over()
      await writing.close()
    },
  }
}

async function open(file: string, { apart, populatedRows }: SqliteWriting): Promise<Writing> {
  try {
    return apart ? await writingApart({ file, populatedRows }) : writingHere({ file, populatedRows })
  } catch (error) {
    throw unopenable(file, error)
  }
}

async function transaction<T>(
  writing: Writing,
  turn: Turn,
  work: (run: Run) => Promise<T>,
  signal: AbortSignal | undefined,
): Promise<T> {
  const { run, end } = whileWanted((statement) => writing.do(statement), signal)
  try {
    await begin(writing, turn.until, signal)
    const result = await work(run)
    signal?.throwIfAborted()
    end()
    await writing.do('commit')
    turn.end()
    return result
  } catch (error) {
    end()
    // The caller gets the error at once; the next transaction waits for the rollback.
    void undo(writing).finally(() => turn.end())
    throw translateError(error)
  }
}

/** A rollback that fails is repeated before the next transaction, or happens when the connection closes. */
async function undo(writing: Writing): Promise<void> {
  try {
    await writing.do('rollback')
  } catch {
    // Report why the transaction failed, not why its rollback did.
  }
}

async function begin(writing: Writing, until: number, signal: AbortSignal | undefined): Promise<void> {
  for (;;) {
    try {
      await writing.do('begin')
      return
    } catch (error) {
      if (!isBusy(error) || performance.now() >= until) throw error
      signal?.throwIfAborted()
      await pause(RETRY_AFTER)
    }
  }
}
