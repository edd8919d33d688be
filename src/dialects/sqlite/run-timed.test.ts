import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import BetterSqlite3 from 'better-sqlite3'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { connect } from './connect.ts'
import { openProcessorWait } from './processor-wait.ts'
import { createRun } from './run-timed.ts'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'lectern-run-timed-'))
})
afterEach(() => rmSync(folder, { recursive: true }))

const BUSY = 20

/**
 * A connection whose only statement keeps the processor busy, by its CPU time and by the clock: the CPU time of a process
 * includes its other threads.
 */
function connectBusy() {
  const file = join(folder, 'site.db')
  new BetterSqlite3(file).close()
  const opened = connect(file, 0)
  opened.connection.function('busy', () => {
    const [began, started] = [process.cpuUsage(), performance.now()]
    while (cpuSince(began) < BUSY || performance.now() - started < BUSY);
    return 1
  })
  return opened
}

function cpuSince(began: NodeJS.CpuUsage): number {
  const { user, system } = process.cpuUsage(began)
  return (user + system) / 1_000
}

const STATEMENT = { text: 'select busy() as n', values: [] }

it('returns how long a statement took', () => {
  const run = createRun(connectBusy(), 1_000, { total: () => 0 })
  expect(run(STATEMENT).milliseconds).toBeGreaterThanOrEqual(BUSY)
})

it('does not count waits for the processor, whatever other threads do', () => {
  const waits = [0, 1_000_000]
  const run = createRun(connectBusy(), 1_000, { total: () => waits.shift() ?? 0 })
  expect(run(STATEMENT).milliseconds).toBe(0)
})

it('reads the wait in nanoseconds from the operating system', () => {
  const file = join(folder, 'schedstat')
  writeFileSync(file, '5000000 2500000 7\n')
  const wait = openProcessorWait(file)
  expect(wait.total()).toBe(2.5)
  writeFileSync(file, '5000000 12500000 9\n')
  expect(wait.total()).toBe(12.5)
  wait.close()
})

it('counts no wait if the operating system does not report it', () => {
  const wait = openProcessorWait(join(folder, 'nothing'))
  expect(wait.total()).toBe(0)
  wait.close()
})
