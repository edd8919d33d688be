/** The main module of a process that reads all rows of one statement: it answers each message with the next batch. */

import type { StreamedRead } from '../../execute/database.ts'
import { followParent, sendToParent } from './parent-process.ts'
import { type BatchReader, openBatches } from './read-batches.ts'
import type { ReaderTask } from './start-process.ts'
import { NEXT, type StreamAnswer } from './stream-rows.ts'
import { failureOf } from './thread-failure.ts'

/** Most milliseconds per batch: the first line of an export should not wait for the 200th. */
const LONGEST = 100

const task = JSON.parse(String(process.argv[2])) as ReaderTask
let reader: BatchReader | null = null

followParent(task)
process.on('message', (message: StreamedRead | typeof NEXT) => void answer(message).then(sendToParent))

async function answer(message: StreamedRead | typeof NEXT): Promise<StreamAnswer> {
  try {
    if (message !== NEXT) reader = await openBatches(task, message, LONGEST)
    return { batch: reader?.next() ?? null }
  } catch (error) {
    return failureOf(error)
  }
}
