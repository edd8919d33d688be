/** A SQLite file, opened for writing; made, with its folder, when it is not there. */

import { mkdirSync } from 'node:fs'
import { dirname } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import BetterSqlite3 from 'better-sqlite3'
import type { Row, Run, WritableDatabase } from '../../execute/database.ts'
import { isBusy, translateError, unopenable } from './error-codes.ts'
import { addFunctions } from './functions.ts'
import { createPrepare } from './prepared-statements.ts'

/** How long a transaction waits for other programs that write, in milliseconds. */
const BUSY_TIMEOUT = 5_000
const RETRY_AFTER = 10

export function openSqliteForWriting(file: string): WritableDatabase {
  const connection = connect(file)
  const run = runOn(connection)
  /** The transaction that is under way, and all that wait for it: one connection can have one at a time. */
  let last: Promise<unknown> = Promise.resolve()

  const inTransaction = async <T>(work: (run: Run) => Promise<T>): Promise<T> => {
    await begin(connection)
    try {
      const result = await work(run)
      connection.exec('commit')
      return result
    } catch (error) {
      if (connection.inTransaction) connection.exec('rollback')
      throw translateError(error)
    }
  }

  return {
    transaction: (work) => {
      const result = last.then(() => inTransaction(work))
      last = result.catch(() => undefined)
      return result
    },
    close: async () => {
      await last
      connection.close()
    },
  }
}

function connect(file: string): BetterSqlite3.Database {
  try {
    if (file !== ':memory:') mkdirSync(dirname(file), { recursive: true })
    const connection = new BetterSqlite3(file, { timeout: BUSY_TIMEOUT })
    // Readers go on while somebody writes. An acknowledged transaction is on the disk.
    connection.pragma('journal_mode = wal')
    connection.pragma('synchronous = full')
    connection.pragma('foreign_keys = on')
    // From here on waiting is ours, so that the process can do other things meanwhile.
    connection.pragma('busy_timeout = 0')
    addFunctions(connection)
    return connection
  } catch (error) {
    throw unopenable(file, error)
  }
}

/** Takes the write lock at once: two transactions that read first and write then could never both succeed. */
async function begin(connection: BetterSqlite3.Database): Promise<void> {
  const deadline = Date.now() + BUSY_TIMEOUT
  for (;;) {
    try {
      connection.exec('begin immediate')
      return
    } catch (error) {
      if (!isBusy(error) || Date.now() >= deadline) throw translateError(error)
      await pause(RETRY_AFTER)
    }
  }
}

function runOn(connection: BetterSqlite3.Database): Run {
  const prepare = createPrepare(connection)
  return async ({ text, values }) => {
    const statement = prepare(text)
    if (statement.reader) return statement.all(...values) as readonly Row[]
    statement.run(...values)
    return []
  }
}
