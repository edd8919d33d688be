/** A process goes on, and exits, whatever becomes of its log. */

import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { closeSync, openSync } from 'node:fs'
import type { Readable } from 'node:stream'
import { fileURLToPath } from 'node:url'
import { buildSync } from 'esbuild'
import { expect, it } from 'vitest'

const ROOT = fileURLToPath(new URL('..', import.meta.url))

/** Logs 10 MB, says so, and ends when it is told to. */
const TALKATIVE = `
import { createLogger } from './src/http/logger.ts'
const logger = createLogger()
for (let line = 1; line <= 10_000; line += 1) {
  logger.info({ line, text: 'x'.repeat(1_000) })
  if (line % 100 === 0) await new Promise((resolve) => setTimeout(resolve, 1))
}
process.stdout.write('logged')
process.stdin.once('data', () => {
  logger.info({ line: 0 })
  // What is dropped is told after the lines that waited.
  logger.flush(() => logger.flush(() => process.exit(3)))
})
`

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
  const child = spawn(process.execPath, ['--input-type=module', '--eval', program(SOURCE)], { cwd: ROOT })
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

it('a server whose log is on a full disk goes on', { timeout: 60_000, skip: noFullDisk() }, async () => {
  const full = openSync('/dev/full', 'w')
  const stdio = ['pipe', 'pipe', full] as const
  const child = spawn(process.execPath, ['--input-type=module', '--eval', program(TALKATIVE)], {
    cwd: ROOT,
    stdio: [...stdio],
  })
  try {
    expect(String((await once(child.stdout as Readable, 'data'))[0])).toBe('logged')
    expect(child.exitCode).toBeNull()
  } finally {
    child.kill('SIGKILL')
    closeSync(full)
  }
})

it('lines that a reader does not take are dropped beyond some, and counted', { timeout: 60_000 }, async () => {
  const child = spawn(process.execPath, ['--input-type=module', '--eval', program(TALKATIVE)], { cwd: ROOT })
  try {
    await once(child.stdout, 'data')
    const ended = once(child, 'exit')
    child.stdin.write('now')
    const read = (await child.stderr.setEncoding('utf8').toArray()).join('')
    const lines = read
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line))
    const dropped = lines.flatMap(({ msg = '' }) => /^(\d+) lines of the log/.exec(msg)?.[1] ?? []).map(Number)
    expect(dropped.length).toBeGreaterThan(0)
    const written = lines.filter(({ line }) => line > 0).length
    expect(written + dropped.reduce((sum, count) => sum + count)).toBe(10_000)
    expect((await ended)[0]).toBe(3)
  } finally {
    child.kill('SIGKILL')
  }
})

/** Only Linux has a device that is always full. */
function noFullDisk(): boolean {
  return process.platform !== 'linux'
}

function program(source: string): string {
  const { outputFiles } = buildSync({
    stdin: { contents: source, resolveDir: ROOT },
    bundle: true,
    packages: 'external',
    format: 'esm',
    write: false,
  })
  return outputFiles.map(({ text }) => text).join('')
}
