/**
 * Watches a reader process from a separate thread, because a running statement blocks the main thread. Kills the
 * process if its parent is gone, or if it takes more memory than a response may need.
 */

import { openSync, readSync } from 'node:fs'
import { workerData } from 'node:worker_threads'
import { TOO_MUCH_MEMORY } from './too-much-memory.ts'

const { parent, answerSize } = workerData as { readonly parent: number; readonly answerSize: number }

const EVERY = 200
const PAGE = 4_096

/** Bytes for the program itself, and for some copies of the largest response. */
const MOST_MEMORY = 192 * 1024 ** 2 + answerSize * 4

/** Opened once, so that an idle process uses no processor time. Null if the operating system has no such file. */
const statistics = opened('/proc/self/statm')
const text = Buffer.alloc(128)

const sleeper = new Int32Array(new SharedArrayBuffer(4))
for (;;) {
  Atomics.wait(sleeper, 0, 0, EVERY)
  if (process.ppid !== parent) process.kill(process.pid, 'SIGKILL')
  if (memory() > MOST_MEMORY) process.kill(process.pid, TOO_MUCH_MEMORY)
}

/**
 * Resident memory without shared pages, such as those of the database file; 0 if the operating system does not report
 * it.
 */
function memory(): number {
  if (statistics === null) return 0
  const length = readSync(statistics, text, 0, text.length, 0)
  const [, resident = 0, shared = 0] = text.toString('latin1', 0, length).split(' ').map(Number)
  return (resident - shared) * PAGE
}

function opened(path: string): number | null {
  try {
    return openSync(path, 'r')
  } catch {
    return null
  }
}
