/** A SQLite file as a database to read from. */

import type { Database, Row } from '../../execute/database.ts'
import type { Statement } from '../../sql/statement.ts'
import { columnsOf } from './columns.ts'
import { connect } from './connect.ts'
import { translateError } from './error-codes.ts'
import { indexesOf } from './indexes.ts'
import { createPace } from './pace.ts'
import { createReaderThreads, type ReaderThreads } from './reader-threads.ts'
import { createRevisionsOf } from './revisions.ts'
import { createRun, type RunHere } from './run-timed.ts'

export interface SqliteOptions {
  /** How many more threads may read; with none, everything is read on the caller's. */
  readonly threads: number
  /** Characters that the rows of one statement may have. */
  readonly answerSize: number
  /** Rows that the populated lists of one may have together. */
  readonly populatedRows: number
}

export function openSqlite(file: string, { threads, answerSize, populatedRows }: SqliteOptions): Database {
  const opened = connect(file, populatedRows)
  const { connection } = opened
  const here = createRun(opened, answerSize)
  const reading =
    threads === 0
      ? readingHere(here)
      : readingApart(here, createReaderThreads({ file, answerSize, populatedRows }, threads))
  const revisions = createRevisionsOf(connection)
  const run = (statement: Statement) => translated(() => reading.run(statement))
  const current = async () => revisions.current()

  return {
    run,
    read: async (statement) => {
      const before = await translated(current)
      const rows = await run(statement)
      // Somebody wrote meanwhile: the rows are of before or of after, and nobody knows which.
      return { rows, revision: (await translated(current)) === before ? before : null }
    },
    revision: () => translated(current),
    tableRevisions: () => translated(async () => revisions.ofTables()),
    inspect: async () => columnsOf(connection),
    indexes: async () => indexesOf(connection),
    close: async () => {
      await reading.close()
      connection.close()
    },
  }
}

interface Reading {
  run(statement: Statement): Promise<readonly Row[]>
  close(): Promise<void>
}

function readingHere(run: RunHere): Reading {
  return { run: async (statement) => run(statement).rows, close: async () => undefined }
}

/** Quick statements here, all others in threads. */
function readingApart(run: RunHere, threads: ReaderThreads): Reading {
  const pace = createPace()
  return {
    run: async (statement) => {
      const isQuick = pace.isQuick(statement.text)
      const { rows, milliseconds } = isQuick ? run(statement) : await threads.run(statement)
      pace.took(statement.text, milliseconds)
      return rows
    },
    close: () => threads.close(),
  }
}

async function translated<Result>(work: () => Promise<Result>): Promise<Result> {
  try {
    return await work()
  } catch (error) {
    throw translateError(error)
  }
}
