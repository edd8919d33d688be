/** Priority and lifetime of the processes that read a SQLite file. */

import { fork } from 'node:child_process'
import { once } from 'node:events'
import { writeFileSync } from 'node:fs'
import { getPriority, setPriority } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterEach, expect, it } from 'vitest'
import { LOWER_PRIORITY_BY } from '../../src/dialects/sqlite/readers.ts'
import type { ReaderTask } from '../../src/dialects/sqlite/start-process.ts'
import type { Statement } from '../../src/sql/statement.ts'
import { endPrograms, serve, until } from '../postgres-process/program.ts'
import { fixture } from '../support/fixture.ts'
import { ask, cheap } from './clients.ts'
import { readersOf } from './occupied.ts'
import { makeSite } from './site.ts'

afterEach(endPrograms)

/** On a busy machine the server may still start some for its own first reads. */
async function killReaders(server: number | undefined): Promise<void> {
  await until('none is left', async () => {
    const left = readersOf(server)
    for (const pid of left) kill(pid)
    return left.length === 0
  })
}

function kill(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL')
  } catch {
    // It has ended meanwhile.
  }
}

it('readers have a lower priority than the process that started them, whatever its priority', async () => {
  const site = await makeSite('SQLite', { cache: false })
  try {
    const { address, child } = await serve(['--project', site.folder, '--database', site.database])
    const own = Math.min(getPriority() + 3, 19)
    setPriority(child.pid ?? 0, own)
    await killReaders(child.pid)
    // A new statement runs in a reader.
    const isRead = async () => (await ask(`${address}${cheap(0)}&fields=label`)).status === 200
    await until('it is read', isRead)
    const priorities = () => readersOf(child.pid).map(getPriority)
    const lower = Math.min(own + LOWER_PRIORITY_BY, 19)
    // One that is still starting has the priority of the server.
    await until('all are ready', async () => priorities().every((priority) => priority === lower))
    expect(priorities()).not.toEqual([])
  } finally {
    await site.remove()
  }
})

/** Loaded by every process: it delays the start of readers, as a busy machine does. */
const STARTING_SLOWLY = `if (process.argv[1]?.includes('reader-process'))
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 2000)`

it('readers that are still starting are not ended with the requests that wait for them', async () => {
  const site = await makeSite('SQLite', { cache: false })
  try {
    const slow = join(site.folder, 'slow.cjs')
    writeFileSync(slow, STARTING_SLOWLY)
    const options = ['--project', site.folder, '--database', site.database]
    const { address, child } = await serve(options, { NODE_OPTIONS: `--require ${slow}` })
    const unseen = (which: number) => `${address}${cheap(0)}&filters[label][$ne]=x&fields=label&x=${which}`
    await killReaders(child.pid)
    // The first may still have been handed to one of those.
    await ask(unseen(0), 300)
    const patient = ask(unseen(0))
    await until('a reader starts', async () => readersOf(child.pid).length > 0)
    const started = new Set(readersOf(child.pid))
    const impatient = await Promise.all([1, 2].map((which) => ask(unseen(which), 300)))
    expect(impatient.map(({ status }) => status)).toEqual([0, 0])
    for (const pid of readersOf(child.pid)) started.add(pid)
    expect((await patient).status).toBe(200)
    expect(new Set(readersOf(child.pid))).toEqual(started)
  } finally {
    await site.remove()
  }
})

/** Takes longer than the parent takes to exit. */
const SLOW = 'with recursive n(i) as (select 1 union all select i + 1 from n where i < 3000000) select max(i) from n'
const SELECT: Statement = { text: SLOW, values: [] }
const ENTRIES = { 'reader-process.js': SELECT, 'stream-process.js': { statement: SELECT, longest: 1_000 } }

it.each(Object.entries(ENTRIES))('%s ends quietly when its parent no longer waits', async (entry, message) => {
  const task: ReaderTask = {
    file: fixture('magazine.sqlite'),
    identity: null,
    answerSize: 1024 ** 2,
    populatedRows: 1_000,
  }
  const path = fileURLToPath(new URL(`../../dist/cli/${entry}`, import.meta.url))
  const reader = fork(path, [JSON.stringify(task)], {
    serialization: 'advanced',
    stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
  })
  const ended = once(reader, 'exit')
  const written = reader.stderr?.setEncoding('utf8').toArray()
  if (entry === 'reader-process.js') await once(reader, 'message')
  reader.send(message)
  await new Promise((resolve) => setTimeout(resolve, 300))
  reader.disconnect()
  expect(await ended).toEqual([0, null])
  expect(await written).toEqual([])
})
