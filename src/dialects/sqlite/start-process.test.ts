import children, { type ChildProcess } from 'node:child_process'
import { EventEmitter } from 'node:events'
import { syncBuiltinESMExports } from 'node:module'
import { afterEach, expect, it, vi } from 'vitest'
import { createReaders } from './readers.ts'
import { createStreamRows } from './stream-rows.ts'

afterEach(() => {
  vi.restoreAllMocks()
  syncBuiltinESMExports()
})

const TASK = { file: '/nowhere.db', identity: null, populatedRows: 1, answerSize: 1 }
const STATEMENT = { text: 'select 1', values: [] }
const TRY_AGAIN = { status: 503, code: 'DATABASE_UNAVAILABLE', headers: { 'retry-after': '1' } }

/** What `fork` returns if there is no file descriptor for a channel. */
function withoutChannel(): ChildProcess {
  const child = Object.assign(new EventEmitter(), { ref() {}, unref() {}, kill: () => false })
  process.nextTick(() => child.emit('error', new Error('spawn node EMFILE')))
  return child as unknown as ChildProcess
}

const outOfMemory = () => {
  throw new Error('spawn ENOMEM')
}

const exported = () =>
  createStreamRows(TASK, true)({ statement: STATEMENT, longest: 1_000 }, new AbortController().signal)
    [Symbol.asyncIterator]()
    .next()

it.each([
  ['descriptors', withoutChannel],
  ['memory', outOfMemory],
])('without %s for another process, exports and reads can be retried', async (_, failing) => {
  const fork = vi.spyOn(children, 'fork').mockImplementation(failing)
  // Also affects modules that were loaded before.
  syncBuiltinESMExports()
  await expect(exported()).rejects.toMatchObject(TRY_AGAIN)
  await expect(createReaders(TASK).run(STATEMENT)).rejects.toMatchObject(TRY_AGAIN)
  expect(fork).toHaveBeenCalledTimes(2)
})
