/**
 * Processes that read a SQLite file: a slow statement delays only its own request, and is cancelled by ending its process.
 * There is no other way: the driver runs a statement without a pause, and a thread that runs one cannot be stopped. Each
 * process runs one statement at a time.
 */

import { type ChildProcess, fork } from 'node:child_process'
import { setPriority } from 'node:os'
import { fileURLToPath } from 'node:url'
import { limitExceeded } from '../../config/limit-exceeded.ts'
import { ApiError } from '../../errors/api-error.ts'
import type { Row } from '../../execute/database.ts'
import type { Statement } from '../../sql/statement.ts'
import { errorIn, type ThreadFailure } from './thread-failure.ts'
import { TOO_MUCH_MEMORY } from './too-much-memory.ts'

export interface TimedRows {
  readonly rows: readonly Row[]
  /** The time of the statement itself, without the wait before it. */
  readonly milliseconds: number
}

export type ReaderAnswer = TimedRows | ThreadFailure

export interface Readers {
  /** Rejects with the signal's reason when that is aborted. */
  run(statement: Statement, signal?: AbortSignal): Promise<TimedRows>
  close(): Promise<void>
}

interface Task {
  done(rows: TimedRows): void
  failed(error: unknown): void
}

interface Reader {
  readonly child: ChildProcess
  task: Task | null
}

/** What a process needs to run its statements. */
export interface ReaderTask {
  readonly file: string
  /** Characters that the rows of one may have. */
  readonly answerSize: number
  /** Rows that the populated lists of one may have together. */
  readonly populatedRows: number
}

const ENTRY = fileURLToPath(new URL('./reader-process.js', import.meta.url))

/** As for `nice`: a third of the processor beside a process of normal priority. */
const LESS_URGENT = 5

/** Waiting so many milliseconds for an aborted statement to finish costs less than a new process. */
const GRACE = 100

export function createReaders(reading: ReaderTask): Readers {
  const readers = new Set<Reader>()
  let isClosed = false

  function start(): Reader {
    const child = fork(ENTRY, [JSON.stringify(reading)], {
      serialization: 'advanced',
      execArgv: [],
      stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    })
    const reader: Reader = { child, task: null }
    giveWay(child)
    child.on('message', (answer: ReaderAnswer) => finish(reader, answer))
    child.on('error', (error) => lose(reader, unavailable(error)))
    child.on('exit', (code, signal) => lose(reader, lossOf(reading, code, signal)))
    readers.add(reader)
    rest(reader)
    return reader
  }

  function finish(reader: Reader, answer: ReaderAnswer): void {
    const { task } = reader
    rest(reader)
    if ('rows' in answer) task?.done(answer)
    else task?.failed(errorIn(answer))
  }

  /** The next statement starts a new process. */
  function lose(reader: Reader, error: unknown): void {
    readers.delete(reader)
    reader.task?.failed(error)
    reader.task = null
  }

  /** Starts another process at once for the next statement. */
  function end(reader: Reader): void {
    if (!readers.delete(reader)) return
    reader.child.kill('SIGKILL')
    if (!isClosed) start()
  }

  async function run(statement: Statement, signal: AbortSignal | undefined): Promise<TimedRows> {
    const reader = [...readers].find(({ task }) => task === null) ?? start()
    let ending: NodeJS.Timeout | undefined
    const giveUp = () => {
      ending = setTimeout(end, GRACE, reader)
    }
    signal?.addEventListener('abort', giveUp)
    try {
      return await new Promise((done, failed) => {
        reader.task = { done, failed }
        work(reader)
        reader.child.send(statement, (error) => void (error !== null && lose(reader, unavailable(error))))
      })
    } finally {
      clearTimeout(ending)
      signal?.removeEventListener('abort', giveUp)
    }
  }

  return {
    run,
    close: async () => {
      isClosed = true
      const ended = [...readers].map(({ child }) => new Promise((resolve) => child.once('exit', resolve)))
      for (const { child } of readers) child.kill('SIGKILL')
      await Promise.all(ended)
    },
  }
}

/** With few processors, quick responses go first. */
export function giveWay({ pid }: ChildProcess): void {
  try {
    if (pid !== undefined) setPriority(pid, LESS_URGENT)
  } catch {
    // Not supported: all have the same priority.
  }
}

/** Only one with something to do keeps this process alive. */
function work({ child }: Reader): void {
  child.ref()
  child.channel?.ref()
}

function rest(reader: Reader): void {
  reader.task = null
  reader.child.unref()
  reader.child.channel?.unref()
}

/** Only a process that ended itself says something about the request. */
export function lossOf(
  { answerSize }: Pick<ReaderTask, 'answerSize'>,
  code: number | null,
  signal: string | null,
): ApiError {
  if (signal === TOO_MUCH_MEMORY) return limitExceeded('answerSize', answerSize)
  return unavailable(new Error(`A process that reads has ended (${signal ?? `exit code ${code}`})`))
}

export function unavailable(cause: unknown): ApiError {
  return new ApiError('DATABASE_UNAVAILABLE', { cause, headers: { 'retry-after': '1' } })
}
