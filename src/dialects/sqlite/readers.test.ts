import children, { type ChildProcess } from 'node:child_process'
import { EventEmitter } from 'node:events'
import { syncBuiltinESMExports } from 'node:module'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { createReaders, READY } from './readers.ts'

const TASK = { file: '/nowhere.db', identity: null, populatedRows: 1, answerSize: 1 }
const STATEMENT = { text: 'select 1', values: [] }

class Child extends EventEmitter {
  readonly send = vi.fn()
  readonly kill = vi.fn()
  ref() {}
  unref() {}
}

beforeEach(() => vi.useFakeTimers())
afterEach(() => {
  vi.useRealTimers()
  vi.restoreAllMocks()
  syncBuiltinESMExports()
})

/** Aborts a running statement in a process that took this many milliseconds to start. */
function abortedAfterStartOf(milliseconds: number) {
  const child = new Child()
  vi.spyOn(children, 'fork').mockReturnValue(child as unknown as ChildProcess)
  syncBuiltinESMExports()
  const leaving = new AbortController()
  const result = createReaders(TASK).run(STATEMENT, leaving.signal)
  vi.advanceTimersByTime(milliseconds)
  child.emit('message', READY)
  leaving.abort(new Error('gone'))
  return { child, result }
}

it.each([
  [10, 100],
  [700, 700],
  [9_000, 2_000],
])('a process that took %i ms to start has %i ms to end an aborted statement', (start, grace) => {
  const { child } = abortedAfterStartOf(start)
  vi.advanceTimersByTime(grace - 1)
  expect(child.kill).not.toHaveBeenCalled()
  vi.advanceTimersByTime(1)
  expect(child.kill).toHaveBeenCalledWith('SIGKILL')
})

it('a process that ends an aborted statement in time is used again', async () => {
  const { child, result } = abortedAfterStartOf(700)
  vi.advanceTimersByTime(600)
  child.emit('message', { rows: [], milliseconds: 1 })
  await result
  vi.advanceTimersByTime(5_000)
  expect(child.kill).not.toHaveBeenCalled()
})
