/** The writing connection to a SQLite file, which is created with its folder if necessary. */

import { dirname } from 'node:path'
import type BetterSqlite3 from 'better-sqlite3'
import type { Row } from '../../execute/database.ts'
import { makeFolder } from '../../files/make-folder.ts'
import type { Statement } from '../../sql/statement.ts'
import { runOn } from './batch-triggers.ts'
import { blockThread } from './block-thread.ts'
import { Sqlite } from './driver.ts'
import { isBusy } from './error-codes.ts'
import { addFunctions } from './functions.ts'
import { openInPlace, refuseReplaced } from './open-in-place.ts'
import { createPrepare } from './prepared-statements.ts'
import { watchLog } from './removed-log.ts'
import { noteOwner } from './wal-owner.ts'

/** How long opening waits for other programs that write, in milliseconds. */
const BUSY_TIMEOUT = 5_000

/** Runs a statement, or begins or ends a transaction. */
export type WritingTask = Statement | 'begin' | 'commit' | 'rollback'

export interface WritingConnection {
  /** `begin` fails at once if another program is writing. */
  do(task: WritingTask): readonly Row[]
  close(): void
}

export interface WrittenFile {
  readonly file: string
  /** Most rows in all populated lists of one statement. */
  readonly populatedRows: number
}

export function connectForWriting({ file, populatedRows }: WrittenFile): WritingConnection {
  if (file !== ':memory:') makeFolder(dirname(file))
  const { connection, identity } = openInPlace(file, () => open(file))
  const populated = addFunctions(connection, populatedRows)
  const prepare = createPrepare(connection)
  if (identity !== null) noteOwner(file, identity)
  const log = identity === null ? null : watchLog(file, connection)

  const run = (statement: Statement) => runOn(connection, statement, () => runPrepared(statement))

  function runPrepared({ text, values }: Statement): readonly Row[] {
    const statement = prepare(text)
    populated.begin()
    if (statement.reader) return statement.all(...values) as readonly Row[]
    statement.run(...values)
    return []
  }

  function rollBack(): void {
    if (connection.inTransaction) connection.exec('rollback')
  }

  function control(task: 'begin' | 'commit' | 'rollback'): void {
    // Writes to a file that was replaced at its path would be lost.
    if (task !== 'rollback') {
      refuseReplaced(file, identity)
      log?.refuseRemoved()
    }
    if (task === 'commit') return void connection.exec('commit')
    rollBack()
    // Takes the write lock at once: otherwise, if two transactions read before they write, one of them fails.
    if (task === 'begin') connection.exec('begin immediate')
  }

  return {
    do: (task) => {
      if (typeof task !== 'string') return run(task)
      control(task)
      return []
    },
    close: () => (log === null ? connection.close() : log.close()),
  }
}

function open(file: string): BetterSqlite3.Database {
  const connection = new Sqlite(file, { timeout: BUSY_TIMEOUT })
  keepLog(connection)
  // A commit returns only when it is on the disk.
  connection.pragma('synchronous = full')
  connection.pragma('foreign_keys = on')
  // From now on the caller waits and retries, which can be aborted.
  connection.pragma('busy_timeout = 0')
  return connection
}

/** Milliseconds between two attempts. */
const AGAIN = 10

/**
 * Switches to a write-ahead log, so that a writer does not block readers. If several programs open a new file at once,
 * SQLite refuses all but one of them without waiting, so this retries.
 */
function keepLog(connection: BetterSqlite3.Database): void {
  const until = performance.now() + BUSY_TIMEOUT
  for (;;) {
    try {
      connection.pragma('journal_mode = wal')
      // The first read creates the log, which another program may just be deleting: the last one to close the file
      // does.
      connection.prepare('select count(*) from sqlite_master').get()
      return
    } catch (error) {
      if (!isBusy(error) || performance.now() >= until) throw error
      blockThread(AGAIN)
    }
  }
}
