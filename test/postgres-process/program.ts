/** The installed program, with a database server that the test controls. */

import { type ChildProcess, spawn } from 'node:child_process'
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import pg from 'pg'
import { fixture } from '../support/fixture.ts'

const MAIN = fileURLToPath(new URL('../../dist/cli/main.js', import.meta.url))

/** Characters of its log that are shown when it has failed. */
const LOG_SHOWN = 4_000

export interface Program {
  readonly address: string
  readonly child: ChildProcess
  /** Its output to standard error so far. */
  log(): string
  /** Resolves with the exit code. */
  readonly ended: Promise<number | null>
  stop(): Promise<number | null>
}

interface Started {
  abandon(): void
  log(): string
}

const started: Started[] = []

/** Ends programs that a test has not stopped. */
export function endPrograms(): void {
  for (const { abandon } of started.splice(0)) {
    process.off('exit', abandon)
    abandon()
  }
}

/** Returns when it listens. In one process, since each process counts its own connections and queue. */
export async function serve(args: readonly string[], env: NodeJS.ProcessEnv = {}): Promise<Program> {
  const child = spawn(
    process.execPath,
    [MAIN, 'serve', '--port', '0', '--host', '127.0.0.1', '--workers', '1', ...args],
    {
      cwd: tmpdir(),
      env: { PATH: process.env.PATH, TZ: 'UTC', ...env },
    },
  )
  // A failed test leaves its program running.
  const abandon = () => child.kill('SIGKILL')
  process.once('exit', abandon)
  let [out, err] = ['', '']
  started.push({ abandon, log: () => err })
  const ended = new Promise<number | null>((resolve) => child.on('close', resolve))
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    err += text
  })
  const address = await new Promise<string>((resolve, reject) => {
    child.stdout.setEncoding('utf8').on('data', (text: string) => {
      out += text
      const found = /listens at (http:\S+)/.exec(out)?.[1]
      if (found !== undefined && out.includes('Stop with')) resolve(found)
    })
    ended.then(() => reject(new Error(`ended early: ${err}`)))
  })
  const stop = async () => {
    child.kill('SIGTERM')
    const code = await ended
    // The exit code alone does not show the cause.
    if (code !== 0) console.error(`The program ended with ${code}:\n${err.slice(-LOG_SHOWN)}`)
    return code
  }
  return { address, child, log: () => err, ended, stop }
}

/** The recorded project with a `config/database` of its own, as text. */
export function magazineWith(database: object): { readonly folder: string; remove(): void } {
  const folder = mkdtempSync(join(tmpdir(), 'lectern-process-'))
  cpSync(fixture('magazine'), folder, { recursive: true })
  writeFileSync(join(folder, 'config', 'database.js'), `module.exports = ${JSON.stringify(database)}\n`)
  return { folder, remove: () => rmSync(folder, { recursive: true, force: true }) }
}

/** Runs SQL of a test on the server, over a connection of its own. */
export interface Session {
  query(text: string): Promise<readonly unknown[][]>
  end(): Promise<void>
}

export async function connect(url: string): Promise<Session> {
  const client = new pg.Client({ connectionString: url, application_name: 'test' })
  // The server may be stopped meanwhile.
  client.on('error', () => undefined)
  await client.connect()
  return {
    query: async (text) => (await client.query<unknown[]>({ text, rowMode: 'array' })).rows,
    end: () => client.end(),
  }
}

export async function loadMagazine(url: string): Promise<void> {
  const client = new pg.Client(url)
  await client.connect()
  await client.query(readFileSync(fixture('magazine.postgres.sql'), 'utf8'))
  await client.end()
}

/** The number of connections that the server has from the program. */
export async function connectionsOf(session: Session): Promise<number> {
  const [row] = await session.query("select count(*) from pg_stat_activity where application_name = 'lectern'")
  return Number(row?.[0])
}

/** Waits until a condition holds; after a time limit, fails with the last output of the programs. */
export async function until(what: string, holds: () => Promise<boolean>, milliseconds = 20_000): Promise<void> {
  const deadline = Date.now() + milliseconds
  while (!(await holds())) {
    if (Date.now() > deadline) {
      const logs = started.map(({ log }) => log().slice(-LOG_SHOWN))
      throw new Error([`waited in vain until ${what}`, ...logs].join('\n'))
    }
    await new Promise((resolve) => setTimeout(resolve, 20))
  }
}
