/** A thread that reads: statements come in, rows go out, one at a time. */

import { parentPort, workerData } from 'node:worker_threads'
import type { Statement } from '../../sql/statement.ts'
import { connect } from './connect.ts'
import type { ThreadAnswer, ThreadTask } from './reader-threads.ts'
import { createRun } from './run-timed.ts'
import { failureOf } from './thread-failure.ts'

const { file, answerSize, populatedRows } = workerData as ThreadTask
const run = createRun(connect(file, populatedRows), answerSize)

parentPort?.on('message', (statement: Statement) => parentPort?.postMessage(answer(statement)))

function answer(statement: Statement): ThreadAnswer {
  try {
    return run(statement)
  } catch (error) {
    return failureOf(error)
  }
}
