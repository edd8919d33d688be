/** Starts a reader process. If the machine lacks memory or file descriptors for it, the error allows a retry. */

import { type ChildProcess, fork } from 'node:child_process'
import type { OpenElsewhere } from './connect.ts'
import { unavailable } from './error-codes.ts'

/** What a reader process needs to know. */
export interface ReaderTask extends OpenElsewhere {
  /** Most characters in the rows of one statement. */
  readonly answerSize: number
}

export function startProcess(entry: string, task: ReaderTask): ChildProcess {
  try {
    return fork(entry, [JSON.stringify(task)], {
      serialization: 'advanced',
      execArgv: [],
      stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    })
  } catch (error) {
    // Not enough memory. Other failures are emitted as `error`.
    throw unavailable(error)
  }
}

/** Without a file descriptor for its channel, a process has no `send`, and emits `error` soon. */
export function hasChannel(child: ChildProcess): boolean {
  return typeof child.send === 'function'
}
