/** Streams rows from a process of their own, or on this thread if there are no reader processes. */

import type { ChildProcess } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import type { Batch, StreamedRead, StreamRows } from '../../execute/database.ts'
import { translateError, unavailable } from './error-codes.ts'
import { openBatches } from './read-batches.ts'
import { lossOf, lowerPriority } from './readers.ts'
import { hasChannel, type ReaderTask, startProcess } from './start-process.ts'
import { errorIn, type ThreadFailure } from './thread-failure.ts'

/** Most milliseconds per batch on this thread, which has other requests to answer. */
const LONGEST_HERE = 5

const ENTRY = fileURLToPath(new URL('./stream-process.js', import.meta.url))

interface StreamTask extends ReaderTask {
  readonly read: StreamedRead
}

/** The answer to each message. A null batch is the end. */
export type StreamAnswer = { readonly batch: Batch | null } | ThreadFailure

export function createStreamRows(task: ReaderTask, apart: boolean): StreamRows {
  const batches = apart ? batchesApart : batchesHere
  return async function* (read, signal) {
    signal.throwIfAborted()
    try {
      yield* batches({ ...task, read }, signal)
    } catch (error) {
      signal.throwIfAborted()
      throw translateError(error)
    }
  }
}

async function* batchesHere({ read, ...task }: StreamTask, signal: AbortSignal): AsyncGenerator<Batch> {
  const reader = await openBatches(task, read, LONGEST_HERE)
  try {
    for (let batch = reader.next(); batch !== null; batch = reader.next()) {
      yield batch
      signal.throwIfAborted()
      await new Promise(setImmediate)
    }
  } finally {
    reader.close()
  }
}

async function* batchesApart(task: StreamTask, signal: AbortSignal): AsyncGenerator<Batch> {
  const { read, ...reading } = task
  const child = startProcess(ENTRY, reading)
  // An error between two batches is reported with the next one; without a listener it would crash the server.
  child.on('error', () => undefined)
  lowerPriority(child)
  try {
    const asking = { child, task, signal }
    for (let batch = await ask(asking, read); batch !== null; batch = await ask(asking, NEXT)) yield batch
  } finally {
    // Kills the process, since a running statement cannot be stopped otherwise.
    child.kill('SIGKILL')
  }
}

export const NEXT = 'next'

interface Asking {
  readonly child: ChildProcess
  readonly task: StreamTask
  readonly signal: AbortSignal
}

function ask({ child, task, signal }: Asking, message: StreamedRead | typeof NEXT): Promise<Batch | null> {
  return new Promise((resolve, reject) => {
    const settle = (finish: () => void) => {
      child.off('message', onAnswer).off('error', onError).off('exit', onExit)
      signal.removeEventListener('abort', onAbort)
      finish()
    }
    const fail = (error: unknown) => settle(() => reject(error))
    const onAnswer = (answer: StreamAnswer) =>
      'batch' in answer ? settle(() => resolve(answer.batch)) : fail(errorIn(answer))
    const onError = (error: Error) => fail(unavailable(error))
    const onExit = (code: number | null, by: string | null) => fail(lossOf(task, code, by))
    const onAbort = () => fail(signal.reason)
    child.on('message', onAnswer).on('error', onError).on('exit', onExit)
    signal.addEventListener('abort', onAbort)
    if (signal.aborted) onAbort()
    else if (hasChannel(child)) child.send(message, (error) => void (error !== null && onError(error)))
  })
}
