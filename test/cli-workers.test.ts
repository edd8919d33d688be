/** Several processes on one port, and threads for slow reads: these tests run what `npm run build` wrote. */

import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { copyFileSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import BetterSqlite3 from 'better-sqlite3'
import { afterEach, describe, expect, it } from 'vitest'
import { MOST_FAILURES } from '../src/people/login-limit.ts'
import { writeStarter } from '../src/starter/write-starter.ts'
import { makeSite } from './overload/site.ts'
import { fixture } from './support/fixture.ts'
import { freePort } from './support/free-port.ts'

const MAIN = fileURLToPath(new URL('../dist/cli/main.js', import.meta.url))

const cleanups: (() => unknown)[] = []
afterEach(async () => {
  for (const cleanup of cleanups.splice(0).reverse()) await cleanup()
})

interface Program {
  readonly child: ChildProcess
  readonly address: string
  err(): string
  readonly ended: Promise<number | null>
}

function argumentsFor(args: readonly string[]): readonly string[] {
  const folder = mkdtempSync(join(tmpdir(), 'lectern-workers-'))
  const database = join(folder, 'magazine.sqlite')
  copyFileSync(fixture('magazine.sqlite'), database)
  cleanups.push(() => rmSync(folder, { recursive: true }))
  return ['--project', fixture('magazine'), '--database', database, ...args]
}

async function serve(...args: readonly string[]): Promise<Program> {
  return start(argumentsFor(['--port', '0', ...args]))
}

async function start(args: readonly string[]): Promise<Program> {
  const child = spawn(process.execPath, [MAIN, 'serve', ...args], { env: { PATH: process.env.PATH } })
  cleanups.push(() => child.kill('SIGKILL'))
  const ended = new Promise<number | null>((resolve) => child.on('close', resolve))
  let err = ''
  child.stderr.setEncoding('utf8').on('data', (text) => {
    err += text
  })
  const address = await new Promise<string>((resolve, reject) => {
    let out = ''
    child.stdout.setEncoding('utf8').on('data', (text) => {
      out += text
      const found = /listens at (http:\S+)/.exec(out)?.[1]
      if (found !== undefined && out.includes('Stop with')) resolve(found)
    })
    void ended.then(() => reject(new Error(`ended early: ${err}`)))
  })
  return { child, address, err: () => err, ended }
}

function childrenOf({ child }: Program): readonly number[] {
  const listed = execFileSync('ps', ['-A', '-o', 'pid=,ppid='], { encoding: 'utf8' })
  const pairs = listed
    .trim()
    .split('\n')
    .map((line) => line.trim().split(/\s+/).map(Number))
  return pairs.flatMap(([pid = 0, parent]) => (parent === child.pid ? [pid] : []))
}

async function until(holds: () => boolean | Promise<boolean>): Promise<void> {
  while (!(await holds())) await pause(20)
}

describe('workers', () => {
  it('finish their requests when they are stopped while some are still starting', { timeout: 60_000 }, async () => {
    const port = String(await freePort())
    const child = spawn(process.execPath, [MAIN, 'serve', ...argumentsFor(['--workers', '4', '--port', port])], {
      env: { PATH: process.env.PATH },
      stdio: 'ignore',
    })
    cleanups.push(() => child.kill('SIGKILL'))
    const ended = once(child, 'exit')
    await until(() =>
      fetch(`http://127.0.0.1:${port}/_health`).then(
        ({ ok }) => ok,
        () => false,
      ),
    )
    child.kill('SIGTERM')
    expect(await ended).toEqual([0, null])
  })

  it('have the configured number, and share one address', { timeout: 60_000 }, async () => {
    const program = await serve('--workers', '3')
    // One of the children is the `ps` that counts them.
    expect(childrenOf(program).length).toBeGreaterThanOrEqual(3)
    const answers = await Promise.all(Array.from({ length: 12 }, () => fetch(`${program.address}/api/tags`)))
    expect(answers.map(({ status }) => status)).toEqual(Array(12).fill(200))
    const workers = childrenOf(program)
    program.child.kill('SIGTERM')
    expect(await program.ended).toBe(0)
    expect(workers.filter(isAlive)).toEqual([])
  })

  it('close connections that a worker had not accepted when it died', { timeout: 60_000 }, async () => {
    const program = await serve('--workers', '2')
    const [victim = 0] = childrenOf(program)
    process.kill(victim, 'SIGSTOP')
    // Each worker gets one in turn, and the stopped one does not accept its own.
    const answers = Array.from({ length: 6 }, () => fetch(`${program.address}/_health`))
    await Promise.any(answers)
    process.kill(victim, 'SIGKILL')
    const settled = await Promise.allSettled(answers)
    expect(settled.filter(({ status }) => status === 'fulfilled').length).toBeGreaterThanOrEqual(5)
  })

  it('are replaced when they die, one or all at once', { timeout: 60_000 }, async () => {
    const program = await serve('--workers', '2', '--port', String(await freePort()))
    const alive = () => childrenOf(program).filter(isAlive)
    const isServed = () =>
      fetch(`${program.address}/api/tags`).then(
        ({ status }) => status === 200,
        () => false,
      )
    const [victim = 0] = childrenOf(program)
    process.kill(victim, 'SIGKILL')
    await until(() => program.err().includes(`Worker ${victim} ended unexpectedly (SIGKILL)`))
    await until(() => alive().filter((pid) => pid !== victim).length >= 2)
    expect(await isServed()).toBe(true)
    const lost = alive()
    for (const worker of lost) process.kill(worker, 'SIGKILL')
    await until(async () => program.child.exitCode !== null || (!lost.some(isAlive) && (await isServed())))
    program.child.kill('SIGTERM')
    expect(await program.ended).toBe(0)
  })

  it('end with the process that started them, however that ends', { timeout: 60_000 }, async () => {
    const program = await serve('--workers', '2')
    const workers = childrenOf(program).filter(isAlive)
    program.child.kill('SIGKILL')
    await until(() => !workers.some(isAlive))
    expect(workers.length).toBeGreaterThanOrEqual(2)
  })

  it('report once why they cannot start', { timeout: 60_000 }, async () => {
    const first = await serve('--workers', '2')
    const port = new URL(first.address).port
    const second = serve('--workers', '2', '--port', port)
    await expect(second).rejects.toThrow(/ended early: [^\n]*Port \d+ is in use[^\n]*\n$/)
    first.child.kill('SIGTERM')
    await first.ended
  })
})

describe('/_metrics of workers', () => {
  async function measured(...args: readonly string[]): Promise<readonly string[]> {
    const site = await makeSite('SQLite', { metrics: true })
    cleanups.push(() => site.remove())
    return ['--project', site.folder, '--database', site.database, ...args]
  }
  // Separate connections, so that each may reach another worker.
  const ask = (url: string) => fetch(url, { headers: { connection: 'close' } })

  it('are available as soon as the first worker listens', { timeout: 60_000 }, async () => {
    const port = String(await freePort())
    const address = `http://127.0.0.1:${port}`
    const program = start(await measured('--workers', '4', '--port', port))
    const isUp = () =>
      ask(`${address}/_health`).then(
        ({ ok }) => ok,
        () => false,
      )
    await until(isUp)
    const early = await ask(`${address}/_metrics`)
    expect([early.status, await early.text()]).toEqual([200, expect.stringContaining('lectern_writable 1')])
    await program
  })

  it('leave out a worker that does not reply', { timeout: 60_000 }, async () => {
    const program = await start(await measured('--workers', '2', '--port', '0'))
    const heap = async () => {
      const text = await (await ask(`${program.address}/_metrics`)).text()
      return Number(/^nodejs_heap_space_size_total_bytes{space="read_only"} (.+)$/m.exec(text)?.[1])
    }
    const ofBoth = await heap()
    const [stopped = 0] = childrenOf(program)
    process.kill(stopped, 'SIGSTOP')
    cleanups.push(() => process.kill(stopped, 'SIGKILL'))
    // One of the connections may be handed to the worker that is stopped.
    expect(await Promise.any([heap(), heap(), heap()])).toBe(ofBoth / 2)
  })
})

describe('failed logins of workers', () => {
  it('are counted together, so that more processes do not allow more guesses', { timeout: 60_000 }, async () => {
    const folder = mkdtempSync(join(tmpdir(), 'lectern-logins-'))
    cleanups.push(() => rmSync(folder, { recursive: true }))
    writeStarter(folder, { folder: '/lectern', version: '0.0.0' })
    const program = await start(['--project', folder, '--workers', '3', '--port', '0'])
    // Separate connections: workers take turns.
    const logIn = async () => {
      const { status } = await fetch(`${program.address}/api/auth/local`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', connection: 'close' },
        body: JSON.stringify({ identifier: 'ada', password: 'wrong' }),
      })
      return status
    }
    const statuses = await Promise.all(Array.from({ length: 12 }, logIn))
    expect(statuses.filter((status) => status === 400)).toHaveLength(MOST_FAILURES)
    expect(statuses.filter((status) => status === 429)).toHaveLength(12 - MOST_FAILURES)
  })
})

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch {
    return false
  }
}

/** Searches all texts of all articles for letters without upper and lower case. */
const SLOW = [1, 2, 3].map((word) => `/api/articles?_q=n%C3%B6where${word}&pagination[pageSize]=1`)

describe('a slow read', () => {
  it('delays neither other requests, nor health checks, nor shutdown', { timeout: 120_000 }, async () => {
    const folder = mkdtempSync(join(tmpdir(), 'lectern-slow-'))
    cleanups.push(() => rmSync(folder, { recursive: true }))
    const database = join(folder, 'slow.sqlite')
    copyFileSync(fixture('magazine.sqlite'), database)
    makeSlow(database)
    const args = ['--project', fixture('magazine'), '--database', database, '--port', '0', '--workers', '1']
    const program = await start(args)
    await fetch(`${program.address}/api/tags`)
    const done: string[] = []
    const slow = SLOW.map((path) =>
      fetch(`${program.address}${path}`).then(
        () => done.push('slow'),
        () => done.push('slow, and cut off'),
      ),
    )
    await pause(200)
    expect((await fetch(`${program.address}/_health`)).status).toBe(204)
    expect((await fetch(`${program.address}/api/tags`)).status).toBe(200)
    expect((await fetch(`${program.address}/api/authors`)).status).toBe(200)
    done.push('others')
    program.child.kill('SIGTERM')
    await until(() => program.err().includes('Stopping'))
    program.child.kill('SIGTERM')
    await program.ended
    await Promise.all(slow)
    expect(done).toEqual(['others', ...SLOW.map(() => 'slow, and cut off')])
  })
})

/** Enough articles for a search to take a while. */
function makeSlow(file: string): void {
  const connection = new BetterSqlite3(file)
  const columns = connection.prepare('select name from pragma_table_info(?)').pluck().all('articles') as string[]
  const copied = columns.filter((column) => column !== 'id').map((column) => `"${column}"`)
  const many = 'with recursive n(i) as (select 1 union all select i + 1 from n where i < 1500)'
  connection.exec(`insert into articles (${copied}) ${many} select ${copied} from articles cross join n`)
  connection.close()
}
