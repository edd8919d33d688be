/** `lectern pull` in this process, with a folder of its own for the file. */

import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Context } from '../../src/cli/context.ts'
import { run } from '../../src/cli/run.ts'

export interface Folder {
  path(name: string): string
  read(name: string): string | null
  write(name: string, text: string): void
  names(): readonly string[]
  remove(): void
}

export function temporaryFolder(): Folder {
  const folder = mkdtempSync(join(tmpdir(), 'lectern-pull-'))
  const path = (name: string) => join(folder, name)
  return {
    path,
    read: (name) => (existsSync(path(name)) ? readFileSync(path(name), 'utf8') : null),
    write: (name, text) => writeFileSync(path(name), text),
    names: () => readdirSync(folder),
    remove: () => rmSync(folder, { recursive: true }),
  }
}

interface Surroundings {
  readonly token?: string
  /** Called when progress is shown: entries have come. */
  readonly onProgress?: () => void
  readonly signal?: Promise<void>
}

export async function pulling(args: readonly string[], { token, onProgress, signal }: Surroundings = {}) {
  const [out, err]: [string[], string[]] = [[], []]
  const context: Partial<Context> = {
    env: token === undefined ? {} : { LECTERN_PULL_TOKEN: token },
    watched: true,
    colour: { out: false, err: false },
    out: (text) => out.push(text),
    err: (text) => err.push(text),
    draw: () => onProgress?.(),
    nextSignal: () => signal ?? new Promise(() => undefined),
  }
  const code = await run(['pull', ...args], context as Context)
  return { code, out: out.join('\n'), err: err.join('\n') }
}
