/** The program as it is installed: these tests run what `npm run build` wrote. */

import { type ChildProcess, spawn } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { afterEach, describe, expect, it } from 'vitest'
import { freePort } from './support/free-port.ts'

const ROOT = fileURLToPath(new URL('..', import.meta.url))
const MAIN = join(ROOT, 'dist/cli/main.js')
const PROJECT = join(ROOT, 'test/fixtures/magazine')

const cleanups: (() => void)[] = []
afterEach(() => {
  for (const cleanup of cleanups.splice(0)) cleanup()
})

interface Program {
  readonly child: ChildProcess
  /** Resolves when standard output matches. */
  says(pattern: RegExp): Promise<RegExpExecArray>
  /** Resolves when standard error matches. */
  complains(pattern: RegExp): Promise<RegExpExecArray>
  readonly ended: Promise<{ readonly code: number | null; readonly out: string; readonly err: string }>
}

function lectern(args: readonly string[], env: NodeJS.ProcessEnv = {}): Program {
  const child = spawn(process.execPath, [MAIN, ...args], { cwd: tmpdir(), env: { PATH: process.env.PATH, ...env } })
  cleanups.push(() => child.kill('SIGKILL'))
  let out = ''
  let err = ''
  child.stdout.setEncoding('utf8').on('data', (text) => {
    out += text
  })
  child.stderr.setEncoding('utf8').on('data', (text) => {
    err += text
  })
  const ended = new Promise<Awaited<Program['ended']>>((resolve) =>
    child.on('close', (code) => resolve({ code, out, err })),
  )
  return {
    child,
    says: (pattern) =>
      waitFor(
        child,
        () => pattern.exec(out),
        () => err,
      ),
    complains: (pattern) =>
      waitFor(
        child,
        () => pattern.exec(err),
        () => err,
      ),
    ended,
  }
}

function waitFor<T>(child: ChildProcess, look: () => T | null, complaint: () => string): Promise<T> {
  return new Promise((resolve, reject) => {
    const check = () => {
      const found = look()
      if (found !== null) resolve(found)
    }
    child.stdout?.on('data', check)
    child.stderr?.on('data', check)
    child.on('close', () => reject(new Error(`ended early: ${complaint()}`)))
    check()
  })
}

async function addressOf(program: Program): Promise<string> {
  const [, address = ''] = await program.says(/listens at (http:\S+)/)
  await program.says(/Stop with Ctrl\+C/)
  return address
}

describe('lectern', () => {
  it('prints its version', async () => {
    const { version } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as { version: string }
    expect(await lectern(['--version']).ended).toEqual({ code: 0, out: `${version}\n`, err: '' })
  })

  it('prints help', async () => {
    const { code, out, err } = await lectern(['--help']).ended
    expect({ code, err }).toEqual({ code: 0, err: '' })
    expect(out).toContain('lectern <command> [options]')
  })

  /** A project with a config file that prints a line. */
  function talkativeProject(): string {
    const folder = mkdtempSync(join(tmpdir(), 'lectern-cli-'))
    cleanups.push(() => rmSync(folder, { recursive: true }))
    cpSync(PROJECT, folder, { recursive: true })
    const connection = { client: 'sqlite', connection: { filename: join(ROOT, 'test/fixtures/magazine.sqlite') } }
    writeFileSync(
      join(folder, 'config/database.js'),
      `console.log('printed by a config file'); module.exports = ${JSON.stringify({ connection })}`,
    )
    return folder
  }

  it('separates the output of config files from the result', async () => {
    const { code, out, err } = await lectern(['openapi', '--project', talkativeProject()]).ended
    expect({ code, printed: err }).toEqual({ code: 0, printed: expect.stringContaining('printed by a config file') })
    expect(JSON.parse(out)).toHaveProperty('openapi')
  })

  it.each(['openapi', 'types', 'check'])('%s runs the code in config files once', async (command) => {
    const { code, err } = await lectern([command, '--project', talkativeProject()]).ended
    expect({ code, times: err.match(/printed by a config file/g)?.length }).toEqual({ code: 0, times: 1 })
  })

  it.each([
    [['chekc'], 'lectern: There is no command "chekc". Did you mean check? See lectern --help.\n'],
    [
      ['serve', '--databse', 'x'],
      'lectern: There is no option --databse. Did you mean --database? See lectern serve --help.\n',
    ],
    [['serve', '--port', 'x'], 'lectern: --port must be a port from 0 to 65535, not "x".\n'],
  ])('refuses %j', async (args, err) => {
    expect(await lectern(args).ended).toEqual({ code: 1, out: '', err })
  })
})

describe('lectern check', () => {
  // Here instead of next to loadConfig, because Vitest's import throws other errors.
  it.each(['js', 'mjs', 'cjs'])('names the broken line of config/api.%s', async (ending) => {
    const folder = mkdtempSync(join(tmpdir(), 'lectern-cli-'))
    cleanups.push(() => rmSync(folder, { recursive: true }))
    mkdirSync(join(folder, 'config'))
    writeFileSync(join(folder, `config/api.${ending}`), 'module.exports = {\n  rest: {\n    maxLimit: 25,,\n  },\n}\n')
    const { code, out, err } = await lectern(['check', '--project', folder]).ended
    expect({ code, said: out + err }).toEqual({
      code: 1,
      said: expect.stringContaining(
        `✗ config/api.${ending}: This file cannot be evaluated (Unexpected token ',': look at line 3)`,
      ),
    })
  })

  it('prints a summary if there are no problems', async () => {
    const { code, out, err } = await lectern(['check', '--project', PROJECT]).ended
    expect({ code, err }).toEqual({ code: 0, err: '' })
    expect(out).toMatch(/^No problems: 10 content types, 10 components, database .*magazine\.sqlite.*\.\n\nServed\n/)
  })

  it('describes the problem, without a stack trace', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'lectern-empty-'))
    cleanups.push(() => rmSync(folder, { recursive: true }))
    const { code, out, err } = await lectern(['check'], { LECTERN_PROJECT: folder }).ended
    expect({ code, out }).toEqual({ code: 1, out: '' })
    expect(err).toMatch(/^✗ /)
    expect(err).not.toMatch(/\n\s+at /)
  })
})

describe('lectern dev', () => {
  it('restarts when a schema file changes, adds what is new, and loses nothing', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'lectern-dev-'))
    cleanups.push(() => rmSync(folder, { recursive: true, force: true }))
    expect((await lectern(['new', join(folder, 'site')]).ended).code).toBe(0)
    const project = join(folder, 'site')
    const schema = join(project, 'src/api/author/content-types/author/schema.json')
    const before = readFileSync(schema, 'utf8')
    const program = lectern(['dev', '--project', project, '--port', '0'])
    const first = await addressOf(program)
    expect((await fetch(`${first}/_health`)).status).toBe(204)

    writeFileSync(schema, before.replace('"about": {', '"born": { "type": "date" }, "about": {'))
    await program.says(
      /schema\.json has changed: starting again\.[\s\S]*Changed SQLite file[\s\S]*born[\s\S]*Stop with/,
    )

    writeFileSync(schema, before.replace('"attributes"', '"atributes'))
    await program.complains(/schema\.json[\s\S]*Fix it and save the file/)

    writeFileSync(schema, before.replace('"about": {', '"note": {'))
    await program.says(/note[\s\S]*No longer in the schema, and kept: [^\n]*about[\s\S]*Stop with/)

    program.child.kill('SIGTERM')
    expect((await program.ended).code).toBe(0)
  })
})

describe('lectern serve', () => {
  it.each(['SIGTERM', 'SIGINT', 'SIGHUP'] as const)('responds to its example requests until %s', async (signal) => {
    const program = lectern(['serve', '--project', PROJECT, '--port', '0', '--host', '127.0.0.1'])
    const address = await addressOf(program)
    const [, listed = ''] = await program.says(/\nTry\n((?: {2}\S+\n)+)/)
    const examples = listed.trim().split(/\s+/)
    expect(examples).toHaveLength(3)
    const page = await (await fetch(address, { headers: { accept: 'text/html' } })).text()
    for (const example of examples) {
      expect(example.startsWith(address)).toBe(true)
      expect((await fetch(example)).status, example).toBe(200)
      expect(page).toContain(`>${example.slice(address.length).replaceAll('&', '&#38;')}</a>`)
    }
    program.child.kill(signal)
    const { code, err } = await program.ended
    expect(code).toBe(0)
    expect(err).toContain('"status":200')
    expect(err).toMatch(/^Stopping: /m)
  })

  it('continues after the signals of log rotation, and starts no debugger', async () => {
    const program = lectern(['serve', '--project', PROJECT, '--port', '0', '--host', '127.0.0.1', '--workers', '2'])
    const address = await addressOf(program)
    for (const signal of ['SIGUSR1', 'SIGUSR2'] as const) {
      program.child.kill(signal)
      expect((await fetch(`${address}/_health`)).status, signal).toBe(204)
    }
    program.child.kill('SIGTERM')
    const { code, err } = await program.ended
    expect(code).toBe(0)
    expect(err).not.toMatch(/debugger|inspector/i)
  })

  it('continues if its standard output is closed', { timeout: 30_000 }, async () => {
    const port = String(await freePort())
    const args = [MAIN, 'serve', '--project', PROJECT, '--host', '127.0.0.1', '--port', port, '--workers', '1']
    // `true` closes the pipe long before the server starts.
    const shell = spawn('sh', ['-c', '"$0" "$@" | true', process.execPath, ...args], {
      detached: true,
      env: { PATH: process.env.PATH, LOG_LEVEL: 'silent' },
    })
    const ended = new Promise((resolve) => shell.on('close', resolve))
    cleanups.push(() => process.kill(-(shell.pid ?? 0), 'SIGKILL'))
    const isUp = () =>
      fetch(`http://127.0.0.1:${port}/_ready`).then(
        ({ ok }) => ok,
        () => false,
      )
    while (!(await isUp())) expect(await Promise.race([pause(50, 'running'), ended])).toBe('running')
    // Long enough for the message, which follows immediately.
    expect(await Promise.race([pause(500, 'running'), ended])).toBe('running')
    expect(await isUp()).toBe(true)
  })

  it('prints no log lines if the log level says so', async () => {
    const program = lectern(['serve'], {
      LECTERN_PROJECT: PROJECT,
      LECTERN_PORT: '0',
      LECTERN_HOST: '127.0.0.1',
      LOG_LEVEL: 'silent',
    })
    await fetch(`${await addressOf(program)}/nowhere`)
    program.child.kill('SIGTERM')
    expect((await program.ended).err).toMatch(/^Stopping: .*\n$/)
  })

  it.each(['1', '2'])('explains what to do about a port in use, with --workers %s', async (workers) => {
    const other = createServer()
    const port = await new Promise<number>((resolve) =>
      other.listen(0, '127.0.0.1', () => resolve((other.address() as { port: number }).port)),
    )
    cleanups.push(() => other.close())
    const place = ['--host', '127.0.0.1', '--port', String(port), '--workers', workers]
    const program = lectern(['serve', '--project', PROJECT, ...place])
    expect(await program.ended).toEqual({
      code: 1,
      out: '',
      err: `✗ Port ${port} is in use. Stop the other program or choose another port with --port.\n`,
    })
  })
})
