/** What a reader process does for its parent process. */

import { Worker } from 'node:worker_threads'
import type { ReaderTask } from './start-process.ts'

/** Ignores signals, which a terminal sends to the whole process group: the parent decides when this process ends. */
export function followParent({ answerSize }: ReaderTask): void {
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => undefined)
  process.on('disconnect', () => process.exit(0))
  const watch = { parent: process.ppid, answerSize }
  new Worker(new URL('./reader-watch.js', import.meta.url), { workerData: watch }).unref()
}

/** If the parent has ended meanwhile, this process ends, too, without an error. */
export function sendToParent(message: unknown): void {
  process.send?.(message, (error: Error | null) => void (error !== null && process.exit(0)))
}
