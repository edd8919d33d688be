/**
 * How long this thread has waited for a processor that was busy with other programs, or with threads of this process
 * that compress.
 */

import { closeSync, openSync, readSync } from 'node:fs'

/**
 * Statistics of the thread that opens the file: https://docs.kernel.org/scheduler/sched-stats.html,
 * "/proc/<pid>/schedstat".
 */
const FILE = '/proc/thread-self/schedstat'

const LONGEST_CONTENT = 128

export interface ProcessorWait {
  /** Milliseconds since the start of the thread; 0 if the operating system does not report it. */
  total(): number
  close(): void
}

export function openProcessorWait(file = FILE): ProcessorWait {
  const opened = openIn(file)
  if (opened === null) return { total: () => 0, close: () => undefined }
  const buffer = Buffer.alloc(LONGEST_CONTENT)
  return {
    total() {
      const length = readSync(opened, buffer, 0, LONGEST_CONTENT, 0)
      const [, nanoseconds] = buffer.toString('latin1', 0, length).split(' ')
      return Number(nanoseconds ?? 0) / 1e6
    },
    close: () => closeSync(opened),
  }
}

/** Null if there is no such file, as on systems other than Linux. */
function openIn(file: string): number | null {
  try {
    return openSync(file, 'r')
  } catch {
    return null
  }
}
