/** How a reader process depends on the process that started it. */

import { Worker } from 'node:worker_threads'
import type { ReaderTask } from './start-process.ts'

/** The parent process decides when this one ends: a terminal sends its signals to the whole group. */
export function obeyParent({ answerSize }: ReaderTask): void {
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => undefined)
  process.on('disconnect', () => process.exit(0))
  const watch = { parent: process.ppid, answerSize }
  new Worker(new URL('./reader-watch.js', import.meta.url), { workerData: watch }).unref()
}

/** The parent may have ended meanwhile, and then this process ends, too: that is not an error. */
export function tellParent(message: unknown): void {
  process.send?.(message, (error: Error | null) => void (error !== null && process.exit(0)))
}
