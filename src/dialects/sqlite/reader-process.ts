/** A process that reads: statements come in, rows go out, one at a time. */

import type { Statement } from '../../sql/statement.ts'
import { connect } from './connect.ts'
import { obeyParent, tellParent } from './parent-process.ts'
import { READY, type ReaderAnswer, type ReaderTask } from './readers.ts'
import { createRun } from './run-timed.ts'
import { failureOf } from './thread-failure.ts'

const task = JSON.parse(String(process.argv[2])) as ReaderTask
const run = createRun(connect(task.file, task.populatedRows), task.answerSize)

obeyParent(task)
process.on('message', (statement: Statement) => tellParent(answer(statement)))
tellParent(READY)

function answer(statement: Statement): ReaderAnswer {
  try {
    return run(statement)
  } catch (error) {
    return failureOf(error)
  }
}
