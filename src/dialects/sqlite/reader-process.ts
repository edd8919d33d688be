/** The main module of a reader process: runs one statement per message, and sends its rows back. */

import type { Statement } from '../../sql/statement.ts'
import { connectLike } from './connect.ts'
import { followParent, sendToParent } from './parent-process.ts'
import { openProcessorWait } from './processor-wait.ts'
import { READY, type ReaderAnswer } from './readers.ts'
import { createRun, type RunHere } from './run-timed.ts'
import type { ReaderTask } from './start-process.ts'
import { failureOf } from './thread-failure.ts'

const task = JSON.parse(String(process.argv[2])) as ReaderTask

try {
  const run = createRun(connectLike(task), task.answerSize, openProcessorWait())
  followParent(task)
  process.on('message', (statement: Statement) => sendToParent(answer(run, statement)))
  sendToParent(READY)
} catch (error) {
  sendToParent(failureOf(error))
}

function answer(run: RunHere, statement: Statement): ReaderAnswer {
  try {
    return run(statement)
  } catch (error) {
    return failureOf(error)
  }
}
