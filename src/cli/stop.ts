/** Graceful shutdown, with a deadline. */

import { setTimeout as pause } from 'node:timers/promises'
import type { Context, Project } from './context.ts'

const DEADLINE_MS = 10_000

/** Signals that stop the program. SIGHUP is sent when the terminal is closed. */
export const STOPPING = ['SIGTERM', 'SIGINT', 'SIGHUP'] as const

/**
 * Log rotation sends these signals so that programs reopen their log files, which a server of Lectern does not have. By
 * default, SIGUSR1 would start Node's debugger, through which any program on the machine could run code in the server,
 * and SIGUSR2 would end the process.
 */
export const IGNORED = ['SIGUSR1', 'SIGUSR2'] as const

/** The exit code after Ctrl+C, as in shells. */
export const INTERRUPTED = 130

/**
 * Null if a signal comes first. Then `onComplete` throws, so that the work is not completed while the process exits.
 * After `onComplete`, a signal waits for the result, since little is left to do.
 */
export async function unlessStopped<T>(
  { nextSignal }: Pick<Context, 'nextSignal'>,
  work: (onComplete: () => void) => Promise<T>,
): Promise<T | null> {
  let state: 'working' | 'complete' | 'stopped' = 'working'
  const working = work(() => {
    if (state === 'stopped') throw new Error('Stopped by a signal.')
    state = 'complete'
  })
  const signalled = nextSignal().then(() => {
    if (state === 'complete') return working
    state = 'stopped'
    return null
  })
  return Promise.race([working, signalled])
}

/** For workers: the primary stops them, and prints the messages. */
export async function closeQuietly(
  project: Pick<Project, 'close'>,
  { worker }: Pick<Context, 'worker'>,
  deadline = DEADLINE_MS,
): Promise<number> {
  const late = pause(deadline, 1, { ref: false })
  const abandoned = worker?.abandoned.then(() => pause(0, 1)) ?? late
  return Promise.race([project.close().then(() => 0), late, abandoned])
}

/** 0 if all running requests were finished; 1 after a second signal or the deadline. */
export async function closeGracefully(
  project: Pick<Project, 'close'>,
  context: Pick<Context, 'err' | 'nextSignal'>,
  deadline = DEADLINE_MS,
): Promise<number> {
  context.err('Stopping: requests under way are finished first. A second signal stops at once.')
  const timer = new AbortController()
  const stopped = project.close().then(() => 0)
  const signalled = context.nextSignal().then(() => 1)
  const late = pause(deadline, 1, { signal: timer.signal }).then((code) => {
    context.err(`Stopped after ${deadline / 1_000} s with requests under way.`)
    return code
  })
  late.catch(() => undefined)
  try {
    return await Promise.race([stopped, signalled, late])
  } finally {
    timer.abort()
  }
}
