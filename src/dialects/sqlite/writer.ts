/**
 * Writes in a separate thread, so that neither the work of a transaction nor its waits for the disk delay other
 * requests. If the thread crashes, its transaction is lost, as with a killed process, and the next one starts a new
 * thread.
 */

import { Worker } from 'node:worker_threads'
import type { Row } from '../../execute/database.ts'
import { unavailable } from './error-codes.ts'
import { errorIn, type ThreadFailure } from './thread-failure.ts'
import { connectForWriting, type WritingTask, type WrittenFile } from './writing-connection.ts'

/** Runs tasks one after the other. */
export interface Writer {
  do(task: WritingTask): Promise<readonly Row[]>
  close(): Promise<void>
}

export type WriterTask = WritingTask | 'close'
export type WriterMessage = { readonly rows: readonly Row[] } | ThreadFailure

/** Runs in the caller's thread. */
export function openWriterHere(written: WrittenFile): Writer {
  const connection = connectForWriting(written)
  return { do: async (task) => connection.do(task), close: async () => connection.close() }
}

interface Waiting {
  done(rows: readonly Row[]): void
  failed(error: unknown): void
}

interface WriterThread {
  readonly worker: Worker
  /** The pending tasks, in order. The first one is opening the file. */
  readonly waiting: Waiting[]
}

const ENTRY = new URL('./writer-thread.js', import.meta.url)

export async function openWriterThread(written: WrittenFile): Promise<Writer> {
  let current: WriterThread | null = null

  function start(): WriterThread {
    const worker = new Worker(ENTRY, { workerData: written })
    const thread: WriterThread = { worker, waiting: [] }
    worker.on('message', (message: WriterMessage) => onMessage(thread, message))
    worker.on('error', (error) => lose(thread, error))
    worker.on('exit', () => lose(thread, new Error('The writing thread has ended')))
    return thread
  }

  function lose(thread: WriterThread, cause: unknown): void {
    if (current === thread) current = null
    for (const { failed } of thread.waiting.splice(0)) failed(unavailable(cause))
  }

  function expect(thread: WriterThread): Promise<readonly Row[]> {
    // Only a thread with pending tasks keeps the process alive.
    thread.worker.ref()
    return new Promise((done, failed) => thread.waiting.push({ done, failed }))
  }

  async function opened(): Promise<WriterThread> {
    const thread = start()
    await expect(thread)
    current = thread
    return thread
  }

  await opened()
  return {
    do: async (task) => {
      // A transaction cannot continue in another thread.
      if (current === null && task !== 'begin') throw unavailable(null)
      const thread = current ?? (await opened())
      thread.worker.postMessage(task satisfies WriterTask)
      return expect(thread)
    },
    close: async () => {
      if (current === null) return
      const { worker } = current
      current = null
      worker.ref()
      const gone = new Promise((resolve) => worker.once('exit', resolve))
      worker.postMessage('close' satisfies WriterTask)
      await gone
    },
  }
}

function onMessage({ worker, waiting }: WriterThread, message: WriterMessage): void {
  const next = waiting.shift()
  if (waiting.length === 0) worker.unref()
  if ('rows' in message) next?.done(message.rows)
  else next?.failed(errorIn(message))
}
