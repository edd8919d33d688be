/** Opens a SQLite file for writing; creates it and its folder if necessary. */

import { setTimeout as pause } from 'node:timers/promises'
import type { PoolSettings } from '../../config/settings.ts'
import { abortableRun } from '../../execute/abortable.ts'
import type { Run, WritableDatabase } from '../../execute/database.ts'
import { createMutex, type Hold } from '../../execute/mutex.ts'
import { isBusy, lockedByOthers, translateError, unopenable } from './error-codes.ts'
import { createLockFairness, type LockFairness, RETRY_AFTER } from './lock-fairness.ts'
import { openWriterHere, openWriterThread, type Writer } from './writer.ts'

export interface SqliteWriting {
  /** Limits of the queue for the one transaction at a time. */
  readonly pool: Pick<PoolSettings, 'queue' | 'acquireTimeout'>
  /** Most rows in all populated lists of one statement. */
  readonly populatedRows: number
  /** Whether writes run in a thread of their own. */
  readonly apart: boolean
}

export async function openSqliteForWriting(file: string, options: SqliteWriting): Promise<WritableDatabase> {
  const { pool } = options
  const writer = await open(file, options)
  // A connection can have only one transaction at a time.
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
    // The caller gets the error at once, while the next transaction waits for the rollback.
    void undo(writer).finally(() => {
      fairness.ended()
      hold.release()
    })
    throw translateError(error)
  }
}

/** If the rollback fails, it is repeated before the next transaction, or happens when the connection is closed. */
async function undo(writer: Writer): Promise<void> {
  try {
    await writer.do('rollback')
  } catch {
    // The error that matters is that of the transaction, not that of its rollback.
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
