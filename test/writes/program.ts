/** The server as a program of its own, as `npm run build` made it: one that can be killed, and of which there can be two. */

import { spawn } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { askerOf, type Prepared } from './site.ts'

const MAIN = fileURLToPath(new URL('../../dist/cli/main.js', import.meta.url))

export interface Program extends ReturnType<typeof askerOf> {
  readonly address: string
  readonly pid: number | undefined
  /** Ends it without a chance to tidy up; resolves when it is gone. */
  kill(): Promise<void>
  fetch(path: string, init: RequestInit): Promise<Response>
  /** All that it has printed. */
  printed(): string
}

/** `workers`: one, so that the process that is killed is the one that writes. */
export async function startProgram(
  { folder, database }: Pick<Prepared, 'folder' | 'database'>,
  workers = 1,
): Promise<Program> {
  const args = [MAIN, 'serve', '--project', folder, '--database', database, '--port', '0', '--workers', String(workers)]
  const child = spawn(process.execPath, args, { cwd: folder, env: { PATH: process.env.PATH, LOG_LEVEL: 'error' } })
  const ended = new Promise<void>((resolve) => child.on('close', () => resolve()))
  const kill = async () => {
    child.kill('SIGKILL')
    await ended
  }
  let said = ''
  const address = await new Promise<string>((resolve, reject) => {
    const hear = (text: Buffer) => {
      said += text.toString()
      const found = /listens at (http:\S+)/.exec(said)?.[1]
      if (found !== undefined) resolve(found)
    }
    child.stdout.on('data', hear)
    child.stderr.on('data', hear)
    child.on('close', () => reject(new Error(`ended before it listened: ${said}`)))
  })
  const ask = (path: string, init: RequestInit) => fetch(`${address}${path}`, init)
  return { ...askerOf(ask), address, pid: child.pid, fetch: ask, kill, printed: () => said }
}
