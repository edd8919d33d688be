/** A process exits, even if the reader of its log has gone. */

import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { buildSync } from 'esbuild'
import { expect, it } from 'vitest'

const ROOT = fileURLToPath(new URL('..', import.meta.url))

/** Logs more than one line in the same tick: only the first is handed to the operating system before the exit. */
const SOURCE = `
import { createLogger } from './src/http/logger.ts'
const logger = createLogger()
process.stdin.once('data', () => {
  for (const line of ['one', 'two', 'three']) logger.info(line)
  process.exit(3)
})
process.stdout.write('ready')
`

it('a process whose log has no reader ends', { timeout: 30_000 }, async () => {
  const child = spawn(process.execPath, ['--input-type=module', '--eval', program()], { cwd: ROOT })
  try {
    const ended = once(child, 'exit')
    await once(child.stdout, 'data')
    child.stderr.destroy()
    await once(child.stderr, 'close')
    child.stdin.write('now')
    expect((await ended)[0]).toBe(3)
  } finally {
    child.kill('SIGKILL')
  }
})

function program(): string {
  const { outputFiles } = buildSync({
    stdin: { contents: SOURCE, resolveDir: ROOT },
    bundle: true,
    packages: 'external',
    format: 'esm',
    write: false,
  })
  return outputFiles.map(({ text }) => text).join('')
}
