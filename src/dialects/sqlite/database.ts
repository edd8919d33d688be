/** A SQLite file, opened for reading. */

import type { Limits } from '../../config/limits.ts'
import type { PoolSettings } from '../../config/settings.ts'
import { ApiError } from '../../errors/api-error.ts'
import { unlessAborted } from '../../execute/abortable.ts'
import { createGate } from '../../execute/admission-gate.ts'
import type { Database, Row } from '../../execute/database.ts'
import type { Demand } from '../../execute/demand.ts'
import type { Statement } from '../../sql/statement.ts'
import { columnsOf } from './columns.ts'
import { connect } from './connect.ts'
import { translateError } from './error-codes.ts'
import { indexesOf } from './indexes.ts'
import { createOnThisThread } from './on-this-thread.ts'
import { openProcessorWait } from './processor-wait.ts'
import { createReaders, type TimedRows } from './readers.ts'
import { createRevisionsOf } from './revisions.ts'
import { createRun, type RunHere } from './run-timed.ts'
import type { ReaderTask } from './start-process.ts'
import { createStreamRows } from './stream-rows.ts'

export interface SqliteOptions {
  /** How many child processes may read. With 0, this thread runs all statements. */
  readonly readers: number
  /** How many statements may wait for a child process, and for how long. */
  readonly pool: Pick<PoolSettings, 'queue' | 'acquireTimeout' | 'processors'>
  /** Most characters in the rows of one statement. */
  readonly answerSize: number
  /** Most rows in all populated lists of one statement. */
  readonly populatedRows: number
}

export function openSqlite(file: string, options: SqliteOptions): Database {
  const { answerSize, populatedRows } = options
  const most = options.readers === 0 ? populatedRows : Math.min(populatedRows, MOST_ROWS_HERE)
  const opened = connect(file, most)
  const { connection, identity } = opened
  const task = { file, identity, answerSize, populatedRows }
  const wait = openProcessorWait()
  const here = createRun(opened, answerSize, wait)
  const reading = options.readers === 0 ? readingHere(here) : readingApart(here, task, options)
  const revisions = createRevisionsOf(connection)
  const run = (statement: Statement, demand?: Demand) => translated(() => reading.run(statement, demand))
  const current = async () => revisions.current()

  return {
    run,
    runAtOnce: (statement) => orNull(() => reading.runAtOnce(statement)),
    read: async (statement, demand) => {
      const before = await translated(current)
      const rows = await run(statement, demand)
      // There was a write during the read: the rows may be of either state.
      return { rows, revision: (await translated(current)) === before ? before : null }
    },
    stream: createStreamRows(task, options.readers > 0),
    revision: () => translated(current),
    revisionAtOnce: () => orNull(() => revisions.current()),
    tableRevisions: () => translated(async () => revisions.ofTables()),
    inspect: async () => columnsOf(connection),
    indexes: async () => indexesOf(connection),
    isSaturated: () => reading.isSaturated(),
    close: async () => {
      await reading.close()
      connection.close()
      wait.close()
    },
  }
}

interface Reading {
  run(statement: Statement, demand: Demand | undefined): Promise<readonly Row[]>
  /** Null if the statement is not known to be fast. */
  runAtOnce(statement: Statement): readonly Row[] | null
  isSaturated(): boolean
  close(): Promise<void>
}

function readingHere(run: RunHere): Reading {
  return {
    run: async (statement) => run(statement).rows,
    runAtOnce: (statement) => run(statement).rows,
    isSaturated: () => false,
    close: async () => undefined,
  }
}

/**
 * Most populated rows of a statement on this thread: the same statement may have few for one entry, and many for
 * another.
 */
const MOST_ROWS_HERE = 2_000

/** Runs fast statements on this thread, and all others in child processes. */
function readingApart(run: RunHere, task: ReaderTask, { readers: most, pool }: SqliteOptions): Reading {
  const here = createOnThisThread()
  const readers = createReaders(task)
  const { queue, acquireTimeout, processors } = pool
  const gate = createGate({ running: most, waiting: queue, longestWait: acquireTimeout, processors })

  function runApart(statement: Statement, demand: Demand | undefined): Promise<TimedRows> {
    const running = gate.admit(statement.text, demand, async (took) => {
      const read = await readers.run(statement, demand?.signal)
      took(read.milliseconds)
      return read
    })
    return demand === undefined ? running : unlessAborted(running, demand.signal)
  }

  function runAtOnce(statement: Statement): readonly Row[] | null {
    const quick = here.mayRun(statement) ? nullIfTooManyRows(run, statement) : null
    if (quick !== null) here.took(statement, quick.milliseconds, true)
    return quick?.rows ?? null
  }

  return {
    runAtOnce,
    run: async (statement, demand) => {
      const quick = runAtOnce(statement)
      if (quick !== null) return quick
      const { rows, milliseconds } = await runApart(statement, demand)
      here.took(statement, milliseconds, false)
      return rows
    },
    isSaturated: () => gate.isSaturated(),
    close: () => readers.close(),
  }
}

/** Null if the statement has more populated rows than this thread may read. */
function nullIfTooManyRows(run: RunHere, statement: Statement): TimedRows | null {
  try {
    return run(statement)
  } catch (error) {
    if (error instanceof ApiError && error.details.limit === ('populatedRows' satisfies keyof Limits)) return null
    throw error
  }
}

/** Ignores errors: the asynchronous call that follows reports them. */
function orNull<Result>(work: () => Result): Result | null {
  try {
    return work()
  } catch {
    return null
  }
}

async function translated<Result>(work: () => Promise<Result>): Promise<Result> {
  try {
    return await work()
  } catch (error) {
    throw translateError(error)
  }
}
