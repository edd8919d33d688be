/** A SQLite file, opened for writing; created, with its folder, when missing. */

import { setTimeout as pause } from 'node:timers/promises'
import type { PoolSettings } from '../../config/settings.ts'
import { abortableRun } from '../../execute/abortable.ts'
import type { Run, WritableDatabase } from '../../execute/database.ts'
import { createMutex, type Hold } from '../../execute/mutex.ts'
import { isBusy, lockedByOthers, translateError, unopenable } from './error-codes.ts'
import { createLockFairness, type LockFairness, RETRY_AFTER } from './lock-fairness.ts'
import { openWriterHere, openWriterThread, type Writer } from './writer.ts'

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
  const writer = await open(file, options)
  // One connection can have one transaction at a time.
  const mutex = createMutex({ waiting: pool.queue, longestWait: pool.acquireTimeout })
  const fairness = createLockFairness()
  return {
    transaction: async (work, { demand } = {}) => {
      const hold = await mutex.acquire(demand?.signal, demand?.caller)
      return transaction({ writer, fairness, hold }, work, demand?.signal)
    },
    close: async () => {
      await mutex.idle()
      await writer.close()
    },
  }
}

async function open(file: string, { apart, populatedRows }: SqliteWriting): Promise<Writer> {
  try {
    return apart ? await openWriterThread({ file, populatedRows }) : openWriterHere({ file, populatedRows })
  } catch (error) {
    throw unopenable(file, error)
  }
}

interface Lock {
  readonly writer: Writer
  readonly fairness: LockFairness
  readonly hold: Hold
}

async function transaction<T>(lock: Lock, work: (run: Run) => Promise<T>, signal: AbortSignal | undefined): Promise<T> {
  const { writer, fairness, hold } = lock
  const { run, end } = abortableRun((statement) => writer.do(statement), signal)
  try {
    await begin(lock, signal)
    const result = await work(run)
    signal?.throwIfAborted()
    end()
    await writer.do('commit')
    fairness.ended()
    hold.release()
    return result
  } catch (error) {
    end()
    // The caller gets the error at once; the next transaction waits for the rollback.
    void undo(writer).finally(() => {
      fairness.ended()
      hold.release()
    })
    throw translateError(error)
  }
}

/** A rollback that fails is repeated before the next transaction, or happens when the connection closes. */
async function undo(writer: Writer): Promise<void> {
  try {
    await writer.do('rollback')
  } catch {
    // Report why the transaction failed, not why its rollback did.
  }
}

async function begin({ writer, fairness, hold }: Lock, signal: AbortSignal | undefined): Promise<void> {
  const gap = fairness.gap()
  if (gap > 0) await pause(gap)
  for (;;) {
    try {
      await writer.do('begin')
      fairness.began()
      return
    } catch (error) {
      if (!isBusy(error)) throw error
      if (performance.now() >= hold.until) throw lockedByOthers(error)
      signal?.throwIfAborted()
      await pause(RETRY_AFTER)
    }
  }
}
