/** A SQLite file, opened for writing; created, with its folder, when missing. */

import { setTimeout as pause } from 'node:timers/promises'
import type { PoolSettings } from '../../config/settings.ts'
import type { Run, WritableDatabase } from '../../execute/database.ts'
import { createTurns, type Turn } from '../../execute/turns.ts'
import { whileWanted } from '../../execute/while-wanted.ts'
import { isBusy, lockedByOthers, translateError, unopenable } from './error-codes.ts'
import { createGivingWay, type GivingWay, RETRY_AFTER } from './giving-way.ts'
import { type Writing, writingApart, writingHere } from './writing-apart.ts'

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
  const givingWay = createGivingWay()
  return {
    transaction: async (work, { demand } = {}) => {
      const turn = await turns.next(demand?.signal, demand?.caller)
      return transaction({ writing, givingWay, turn }, work, demand?.signal)
    },
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

interface Lock {
  readonly writing: Writing
  readonly givingWay: GivingWay
  readonly turn: Turn
}

async function transaction<T>(lock: Lock, work: (run: Run) => Promise<T>, signal: AbortSignal | undefined): Promise<T> {
  const { writing, givingWay, turn } = lock
  const { run, end } = whileWanted((statement) => writing.do(statement), signal)
  try {
    await begin(lock, signal)
    const result = await work(run)
    signal?.throwIfAborted()
    end()
    await writing.do('commit')
    givingWay.ended()
    turn.end()
    return result
  } catch (error) {
    end()
    // The caller gets the error at once; the next transaction waits for the rollback.
    void undo(writing).finally(() => {
      givingWay.ended()
      turn.end()
    })
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

async function begin({ writing, givingWay, turn }: Lock, signal: AbortSignal | undefined): Promise<void> {
  const gap = givingWay.gap()
  if (gap > 0) await pause(gap)
  for (;;) {
    try {
      await writing.do('begin')
      givingWay.began()
      return
    } catch (error) {
      if (!isBusy(error)) throw error
      if (performance.now() >= turn.until) throw lockedByOthers(error)
      signal?.throwIfAborted()
      await pause(RETRY_AFTER)
    }
  }
}
