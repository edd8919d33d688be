/** Starts a process that reads. Where the machine has no memory or descriptors for another one, the error allows a retry. */

import { type ChildProcess, fork } from 'node:child_process'
import type { OpenElsewhere } from './connect.ts'
import { unavailable } from './error-codes.ts'

/** What a process needs to run its statements. */
export interface ReaderTask extends OpenElsewhere {
  /** Characters that the rows of one may have. */
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
    // Without memory for it. Other failures are emitted as `error`.
    throw unavailable(error)
  }
}

/** Without descriptors for its channel, a process has no `send`, and emits `error` soon. */
export function hasChannel(child: ChildProcess): boolean {
  return typeof child.send === 'function'
}
