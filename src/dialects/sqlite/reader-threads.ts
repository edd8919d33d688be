/**
 * Threads that read a SQLite file: a slow statement holds up nobody but whoever asked for it. Each thread has one
 * statement at a time; a new one is started when all are busy, up to a number.
 */

import { Worker } from 'node:worker_threads'
import type { Row } from '../../execute/database.ts'
import type { Statement } from '../../sql/statement.ts'
import { errorIn, type ThreadFailure } from './thread-failure.ts'

export interface TimedRows {
  readonly rows: readonly Row[]
  /** How long the statement itself took, without waiting for its turn. */
  readonly milliseconds: number
}

export type ThreadAnswer = TimedRows | ThreadFailure

export interface ReaderThreads {
  run(statement: Statement): Promise<TimedRows>
  close(): Promise<void>
}

interface Task {
  readonly statement: Statement
  done(rows: TimedRows): void
  failed(error: unknown): void
}

interface Thread {
  readonly worker: Worker
  task: Task | null
}

const ENTRY = new URL('./reader-thread.js', import.meta.url)

/** What a thread is to do with the statements it gets. */
export interface ThreadTask {
  readonly file: string
  /** Characters that the rows of one may have. */
  readonly answerSize: number
  /** Rows that the populated lists of one may have together. */
  readonly populatedRows: number
}

export function createReaderThreads(reading: ThreadTask, most: number): ReaderThreads {
  const threads = new Set<Thread>()
  const waiting: Task[] = []

  function start(): Thread {
    const worker = new Worker(ENTRY, { workerData: reading })
    const thread: Thread = { worker, task: null }
    worker.on('message', (answer: ThreadAnswer) => finish(thread, answer))
    worker.on('error', (error) => lose(thread, error))
    threads.add(thread)
    return thread
  }

  function finish(thread: Thread, answer: ThreadAnswer): void {
    const { task } = thread
    thread.task = null
    if ('rows' in answer) task?.done(answer)
    else task?.failed(errorIn(answer))
    next(thread)
  }

  /** A thread that failed is gone; whoever comes next gets another. */
  function lose(thread: Thread, error: unknown): void {
    threads.delete(thread)
    thread.task?.failed(error)
    if (waiting.length > 0) next(start())
  }

  function next(thread: Thread): void {
    const task = waiting.shift()
    if (task === undefined) {
      // Only a thread with something to do keeps the process alive.
      thread.worker.unref()
      return
    }
    thread.task = task
    thread.worker.ref()
    thread.worker.postMessage(task.statement)
  }

  return {
    run: (statement) =>
      new Promise((done, failed) => {
        waiting.push({ statement, done, failed })
        const idle = [...threads].find(({ task }) => task === null)
        if (idle !== undefined) next(idle)
        else if (threads.size < most) next(start())
      }),
    close: async () => {
      await Promise.all([...threads].map(({ worker }) => worker.terminate()))
    },
  }
}
