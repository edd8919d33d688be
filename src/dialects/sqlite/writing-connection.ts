/** The connection that writes to a SQLite file; the file is made, with its folder, when it is not there. */

import { mkdirSync } from 'node:fs'
import { dirname } from 'node:path'
import BetterSqlite3 from 'better-sqlite3'
import type { Row } from '../../execute/database.ts'
import type { Statement } from '../../sql/statement.ts'
import { REPLACED } from './error-codes.ts'
import { identityOf } from './file-identity.ts'
import { addFunctions } from './functions.ts'
import { createPrepare } from './prepared-statements.ts'
import { discardForeignLog, noteOwner } from './wal-owner.ts'

/** How long opening waits for other programs that write, in milliseconds. */
const BUSY_TIMEOUT = 5_000

/** What it is told: to run something, or where a transaction begins and ends. */
export type WritingTask = Statement | 'begin' | 'commit' | 'rollback'

export interface WritingConnection {
  /** `begin` fails at once while another program writes. */
  do(task: WritingTask): readonly Row[]
  close(): void
}

export interface WrittenFile {
  readonly file: string
  /** Rows that the populated lists of one statement may have together. */
  readonly populatedRows: number
}

export function connectForWriting({ file, populatedRows }: WrittenFile): WritingConnection {
  const connection = open(file)
  const populated = addFunctions(connection, populatedRows)
  const prepare = createPrepare(connection)
  const opened = file === ':memory:' ? null : identityOf(file)
  if (opened !== null) noteOwner(file, opened)

  /** What is written to a file that another has taken the place of would be lost. */
  function refuseReplaced(): void {
    if (opened === null || identityOf(file) === opened) return
    throw Object.assign(new Error(`Another file is at ${file} now`), { code: REPLACED })
  }

  function run({ text, values }: Statement): readonly Row[] {
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
    if (task !== 'rollback') refuseReplaced()
    if (task === 'commit') return void connection.exec('commit')
    rollBack()
    // Takes the write lock at once: two transactions that read first and write then could never both succeed.
    if (task === 'begin') connection.exec('begin immediate')
  }

  return {
    do: (task) => {
      if (typeof task !== 'string') return run(task)
      control(task)
      return []
    },
    close: () => connection.close(),
  }
}

function open(file: string): BetterSqlite3.Database {
  if (file !== ':memory:') {
    mkdirSync(dirname(file), { recursive: true })
    discardForeignLog(file)
  }
  const connection = new BetterSqlite3(file, { timeout: BUSY_TIMEOUT })
  // Readers go on while somebody writes. An acknowledged transaction is on the disk.
  connection.pragma('journal_mode = wal')
  connection.pragma('synchronous = full')
  connection.pragma('foreign_keys = on')
  // From here on the caller waits, and can stop waiting.
  connection.pragma('busy_timeout = 0')
  // The log is made with the first look into the file.
  connection.prepare('select count(*) from sqlite_master').get()
  return connection
}
