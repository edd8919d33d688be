/** Programs that a test starts: where they listen, and when they do. */

import { type ChildProcess, spawn } from 'node:child_process'
import { setTimeout as pause } from 'node:timers/promises'

export interface Server {
  readonly child: ChildProcess
  /** Its output so far. */
  log(): string
  /** Resolves with the exit code. */
  stop(): Promise<number | null>
}

/** `lectern serve` with the given entry point; returns when it listens. */
export async function startLectern(
  words: readonly string[],
  options: { readonly env: NodeJS.ProcessEnv; readonly cwd?: string; readonly uid?: number; readonly gid?: number },
): Promise<Server> {
  const child = spawn(process.execPath, words, { ...options, stdio: ['ignore', 'pipe', 'pipe'] })
  const ended = new Promise<number | null>((resolve) => child.once('close', resolve))
  let log = ''
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text: string) => {
      log += text
    })
  }
  await until(() => {
    if (child.exitCode !== null) throw new Error(`ended with ${child.exitCode}: ${log}`)
    return log.includes('Stop with')
  })
  const stop = () => {
    child.kill('SIGTERM')
    return ended
  }
  return { child, log: () => log, stop }
}

/** Waits for a condition; the time limit of the test is the limit. */
export async function until(condition: () => boolean | Promise<boolean>): Promise<void> {
  while (!(await condition())) await pause(100)
}
