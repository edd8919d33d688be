/** A SQLite file as a database to read from. */

import type BetterSqlite3 from 'better-sqlite3'
import type { Database, Row } from '../../execute/database.ts'
import type { Statement } from '../../sql/statement.ts'
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
    inspect: async () => inspect(connection),
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

function inspect(connection: BetterSqlite3.Database): ReadonlyMap<string, ReadonlySet<string>> {
  const rows = connection
    .prepare("select m.name, c.name from sqlite_master as m join pragma_table_info(m.name) as c where m.type = 'table'")
    .raw()
    .all() as readonly [string, string][]
  const tables = new Map<string, Set<string>>()
  for (const [table, column] of rows) tables.set(table, (tables.get(table) ?? new Set()).add(column))
  return tables
}
