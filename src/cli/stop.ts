/** Graceful shutdown, with a deadline. */

import { setTimeout as pause } from 'node:timers/promises'
import type { Context, Project } from './context.ts'

const DEADLINE_MS = 10_000

/** Signals that stop the program. A terminal that is closed sends the last one. */
export const STOPPING = ['SIGTERM', 'SIGINT', 'SIGHUP'] as const

/**
 * Signals with which log rotation tells programs to reopen their files; a server has none. By default the first would start Node's
 * debugger, with which any program on the machine can run code in the server, and the second would end the process.
 */
export const IGNORED = ['SIGUSR1', 'SIGUSR2'] as const

/** The exit code of a command that was stopped by Ctrl+C, as shells have it. */
export const INTERRUPTED = 130

/**
 * Null when a signal comes first: then `onComplete` throws, so that the work is not completed while the process exits. When
 * the signal comes later, the result is awaited: the rest takes no time.
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

/** For workers, which the primary stops: the primary prints the messages. */
export async function closeQuietly(
  project: Pick<Project, 'close'>,
  { worker }: Pick<Context, 'worker'>,
  deadline = DEADLINE_MS,
): Promise<number> {
  const late = pause(deadline, 1, { ref: false })
  const abandoned = worker?.abandoned.then(() => pause(0, 1)) ?? late
  return Promise.race([project.close().then(() => 0), late, abandoned])
}

/** 0 when everything under way was finished; 1 when a second signal or the deadline cut it short. */
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
