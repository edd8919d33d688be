/**
 * Child processes that read a SQLite file. A slow statement then delays only its own request, and is cancelled by
 * killing its process. There is no other way: the driver runs a statement without interruption, and its thread cannot
 * be stopped. Each process runs one statement at a time.
 */

import type { ChildProcess } from 'node:child_process'
import { getPriority, setPriority } from 'node:os'
import { fileURLToPath } from 'node:url'
import { limitExceeded } from '../../config/limit-exceeded.ts'
import type { ApiError } from '../../errors/api-error.ts'
import type { Row } from '../../execute/database.ts'
import type { Statement } from '../../sql/statement.ts'
import { unavailable } from './error-codes.ts'
import { type ReaderTask, startProcess } from './start-process.ts'
import { errorIn, type ThreadFailure } from './thread-failure.ts'
import { TOO_MUCH_MEMORY } from './too-much-memory.ts'

export interface TimedRows {
  readonly rows: readonly Row[]
  /** The time of the statement itself, without waiting for a process. */
  readonly milliseconds: number
}

export type ReaderAnswer = TimedRows | ThreadFailure

/**
 * The first message of a process, which can run statements from now on. If it cannot open the file, it sends the error
 * instead, and exits.
 */
export const READY = 'ready'

export interface Readers {
  /** Rejects with the signal's reason if the signal is aborted. */
  run(statement: Statement, signal?: AbortSignal): Promise<TimedRows>
  close(): Promise<void>
}

interface Task {
  readonly statement: Statement
  done(rows: TimedRows): void
  failed(error: unknown): void
}

interface Reader {
  readonly child: ChildProcess
  /** When it was started, by `performance.now()`. */
  readonly started: number
  isReady: boolean
  task: Task | null
}

const ENTRY = fileURLToPath(new URL('./reader-process.js', import.meta.url))

/**
 * `nice` relative to this process: about a twentieth of a contended processor. With 10 (a tenth), fast reads often
 * waited for a scan's time slice. With more, scans would not finish on a machine that is busy with other programs.
 */
export const LOWER_PRIORITY_BY = 14
const LOWEST_PRIORITY = 19

/**
 * How long an aborted statement may continue, in milliseconds: about as long as starting a new process takes, which
 * grows on a busy machine. Within that time, waiting is cheaper than killing its process.
 */
const SHORTEST_GRACE = 100
const LONGEST_GRACE = 2_000

export function createReaders(reading: ReaderTask): Readers {
  const readers = new Set<Reader>()
  let isClosed = false
  /** Milliseconds that the newest process took to start. */
  let startTook = 0

  function start(): Reader {
    const child = startProcess(ENTRY, reading)
    const reader: Reader = { child, started: performance.now(), isReady: false, task: null }
    child.on('message', (answer: ReaderAnswer | typeof READY) => {
      if (answer === READY) begin(reader)
      else if (reader.isReady) finish(reader, answer)
      // The process could not open the file.
      else lose(reader, unavailable('rows' in answer ? null : errorIn(answer)))
    })
    child.on('error', (error) => lose(reader, unavailable(error)))
    child.on('exit', (code, signal) => lose(reader, lossOf(reading, code, signal)))
    readers.add(reader)
    rest(reader)
    return reader
  }

  function begin(reader: Reader): void {
    reader.isReady = true
    startTook = performance.now() - reader.started
    // Lowers the priority only now: on a busy machine, the process would take ten times as long to start.
    lowerPriority(reader.child)
    if (reader.task !== null) send(reader, reader.task)
  }

  function send(reader: Reader, { statement }: Task): void {
    reader.child.send(statement, (error) => void (error !== null && lose(reader, unavailable(error))))
  }

  function rest(reader: Reader): void {
    reader.task = null
    if (!isClosed) unrefReader(reader)
  }

  function finish(reader: Reader, answer: ReaderAnswer): void {
    const { task } = reader
    rest(reader)
    if ('rows' in answer) task?.done(answer)
    else task?.failed(errorIn(answer))
  }

  /** Removes a process that has ended; the next statement starts another. */
  function lose(reader: Reader, error: unknown): void {
    readers.delete(reader)
    reader.task?.failed(error)
    reader.task = null
  }

  /** Kills the process, and starts another one for the next statement. */
  function end(reader: Reader): void {
    if (!readers.delete(reader)) return
    reader.child.kill('SIGKILL')
    try {
      if (!isClosed) start()
    } catch {
      // Not enough memory for another process now; the next statement tries again.
    }
  }

  /**
   * Cancels the statement. A process that is still starting has not begun it, and is kept for the next one: on a busy
   * machine, clients may disconnect faster than processes start.
   */
  function giveUp(reader: Reader, { failed }: Task, reason: unknown): NodeJS.Timeout | undefined {
    if (reader.isReady) return setTimeout(end, graceOf(startTook), reader)
    rest(reader)
    failed(reason)
    return undefined
  }

  async function run(statement: Statement, signal: AbortSignal | undefined): Promise<TimedRows> {
    const reader = idleIn(readers) ?? start()
    let ending: NodeJS.Timeout | undefined
    let abandon = (): void => undefined
    try {
      return await new Promise((done, failed) => {
        const task = { statement, done, failed }
        abandon = () => {
          ending = giveUp(reader, task, signal?.reason)
        }
        signal?.addEventListener('abort', abandon)
        reader.task = task
        refReader(reader)
        if (reader.isReady) send(reader, task)
      })
    } finally {
      clearTimeout(ending)
      signal?.removeEventListener('abort', abandon)
    }
  }

  return {
    run,
    close: async () => {
      isClosed = true
      const ended = [...readers].map(({ child }) => new Promise((resolve) => child.once('exit', resolve)))
      for (const reader of readers) {
        // Keeps this process alive until its children have ended: otherwise a program with nothing else to do would
        // exit before.
        refReader(reader)
        reader.child.kill('SIGKILL')
      }
      await Promise.all(ended)
    },
  }
}

function graceOf(startTook: number): number {
  return Math.min(Math.max(startTook, SHORTEST_GRACE), LONGEST_GRACE)
}

/** A starting process is better than none. */
function idleIn(readers: ReadonlySet<Reader>): Reader | undefined {
  const idle = [...readers].filter(({ task }) => task === null)
  return idle.find(({ isReady }) => isReady) ?? idle[0]
}

/** Fast responses on the main thread get the processor first. */
export function lowerPriority({ pid }: ChildProcess): void {
  try {
    if (pid !== undefined) setPriority(pid, Math.min(getPriority() + LOWER_PRIORITY_BY, LOWEST_PRIORITY))
  } catch {
    // Not supported here: all processes keep the same priority.
  }
}

/** Only a reader with a statement keeps this process alive. */
function refReader({ child }: Reader): void {
  child.ref()
  child.channel?.ref()
}

function unrefReader({ child }: Reader): void {
  child.unref()
  child.channel?.unref()
}

/**
 * The error for a process that has ended. If it killed itself, the response was too large; otherwise the request is not
 * to blame.
 */
export function lossOf(
  { answerSize }: Pick<ReaderTask, 'answerSize'>,
  code: number | null,
  signal: string | null,
): ApiError {
  if (signal === TOO_MUCH_MEMORY) return limitExceeded('answerSize', answerSize)
  return unavailable(new Error(`A reader process has ended (${signal ?? `exit code ${code}`})`))
}
