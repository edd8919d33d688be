/** A process that reads: statements come in, rows go out, one at a time. */

import { Worker } from 'node:worker_threads'
import type { Statement } from '../../sql/statement.ts'
import { connect } from './connect.ts'
import type { ReaderAnswer, ReaderTask } from './readers.ts'
import { createRun } from './run-timed.ts'
import { failureOf } from './thread-failure.ts'

const task = JSON.parse(String(process.argv[2])) as ReaderTask
const run = createRun(connect(task.file, task.populatedRows), task.answerSize)

// The parent process decides when this one ends: a terminal sends its signals to the whole group.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => undefined)
process.on('disconnect', () => process.exit(0))
process.on('message', (statement: Statement) => void process.send?.(answer(statement)))

const watch = { parent: process.ppid, answerSize: task.answerSize }
new Worker(new URL('./reader-watch.js', import.meta.url), { workerData: watch }).unref()

function answer(statement: Statement): ReaderAnswer {
  try {
    return run(statement)
  } catch (error) {
    return failureOf(error)
  }
}
