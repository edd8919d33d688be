/** A SQLite file that another is renamed over, under a program that serves it, and after one that was killed. */

import { existsSync, renameSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import BetterSqlite3 from 'better-sqlite3'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { ask } from '../overload/clients.ts'
import { readersOf } from '../overload/occupied.ts'
import { type Program, startProgram } from './program.ts'
import { type Prepared, prepareSite } from './site.ts'

const SPEC = { types: { note: { attributes: { text: { type: 'string' } } } } }

interface NoteList {
  readonly data: readonly { readonly text: string }[]
}

let site: Prepared
const programs: Program[] = []
beforeEach(async () => {
  site = await prepareSite('SQLite', SPEC)
})
afterEach(async () => {
  for (const program of programs.splice(0)) await program.kill()
  await site.remove()
})

async function start(workers = 1): Promise<Program> {
  const program = await startProgram(site, workers)
  programs.push(program)
  return program
}

/** A whole database beside the one that is served, with this text in it. */
async function another(text: string): Promise<string> {
  const other = await prepareSite('SQLite', SPEC)
  await other.sql(
    `insert into notes (document_id, text, published_at) values ('new1', '${text}', 1), ('new2', '${text}', 1)`,
  )
  const file = join(site.folder, 'new.db')
  const connection = new BetterSqlite3(other.database)
  await connection.backup(file)
  connection.close()
  await other.remove()
  return file
}

const texts = async (program: Program) => (await program.list('/api/notes')).map(({ text }) => text)

async function writeMany(program: Program): Promise<void> {
  for (let number = 0; number < 30; number += 1) await program.create('/api/notes', { text: `old ${number}` })
}

async function until(isTrue: () => Promise<boolean>): Promise<void> {
  for (let attempt = 0; attempt < 200; attempt += 1) {
    if (await isTrue()) return
    await pause(50)
  }
  throw new Error('it did not happen')
}

async function expectWhole(): Promise<void> {
  expect(await site.sql('pragma integrity_check')).toEqual([['ok']])
}

describe('a file that is replaced', () => {
  it('is reopened by the running program, for reads and for writes', async () => {
    const program = await start()
    await writeMany(program)
    expect(existsSync(`${site.database}-wal`)).toBe(true)
    renameSync(await another('new'), site.database)
    await until(async () => (await texts(program)).includes('new'))
    expect(await texts(program)).toEqual(['new', 'new'])
    await program.create('/api/notes', { text: 'written after' })
    expect(await texts(program)).toEqual(['new', 'new', 'written after'])
    await program.kill()
    await expectWhole()
    expect(await site.sql('select count(*) from notes')).toEqual([[3]])
    const again = await start()
    expect(await texts(again)).toEqual(['new', 'new', 'written after'])
  })

  it('does not lose a write that was acknowledged while it happened', async () => {
    const program = await start()
    await writeMany(program)
    const file = await another('new')
    let isOver = false
    const acknowledged: string[] = []
    const refused: number[] = []
    const writing = (async () => {
      for (let number = 0; !isOver; number += 1) {
        const { status } = await program.ask('POST', '/api/notes', { text: `during ${number}` })
        if (status === 201) acknowledged.push(`during ${number}`)
        else refused.push(status)
      }
    })()
    await until(async () => acknowledged.length > 2)
    renameSync(file, site.database)
    const atRename = acknowledged.length
    await until(async () => (await texts(program)).includes('new'))
    await until(async () => acknowledged.length > atRename + 2)
    isOver = true
    await writing
    expect([...new Set(refused)].filter((status) => status !== 503)).toEqual([])
    // One may have been committed before the rename, and acknowledged after it.
    const after = acknowledged.slice(atRename + 1)
    expect(after.length).toBeGreaterThan(0)
    const found = (await site.sql("select text from notes where text like 'during %'")).map(([text]) => text)
    expect(after.filter((text) => !found.includes(text))).toEqual([])
    await expectWhole()
  })

  it('is not overwritten by the log of the one before, after a crash', async () => {
    const program = await start()
    await writeMany(program)
    await program.kill()
    expect(existsSync(`${site.database}-wal`)).toBe(true)
    renameSync(await another('new'), site.database)
    const again = await start()
    expect(await texts(again)).toEqual(['new', 'new'])
    await again.create('/api/notes', { text: 'written after' })
    await again.kill()
    await expectWhole()
    expect(await site.sql('select count(*) from notes')).toEqual([[3]])
  })

  it('is reopened by each of several processes', async () => {
    const program = await start(3)
    await writeMany(program)
    renameSync(await another('new'), site.database)
    // Each new connection gets to another process. A busy machine may refuse some, which are asked again.
    const everywhere = async () => {
      const answers = await Promise.all(Array.from({ length: 12 }, () => ask(`${program.address}/api/notes`)))
      return answers.map(({ status, body }) => (status === 200 ? (JSON.parse(body) as NoteList).data : null))
    }
    await until(async () => (await everywhere()).every((list) => list?.length === 2))
    // A process that none of these reached refuses to write to the file of before.
    await until(async () => (await program.ask('POST', '/api/notes', { text: 'written after' })).status !== 503)
    expect((await everywhere()).map((list) => list?.length)).toEqual(Array(12).fill(3))
    await program.kill()
    await expectWhole()
    expect(await site.sql('select count(*) from notes')).toEqual([[3]])
  })

  it('keeps its own log after a crash', async () => {
    const program = await start()
    await writeMany(program)
    await program.kill()
    const again = await start()
    expect((await again.ask('GET', '/api/notes?pagination[pageSize]=100')).data).toHaveLength(30)
  })

  it('is not read by processes that the one before starts', async () => {
    const program = await start()
    await writeMany(program)
    const other = join(site.folder, 'other.db')
    new BetterSqlite3(other).exec('create table other (id integer)').close()
    renameSync(other, site.database)
    await until(async () => program.printed().includes('cannot be served'))
    const unseen = (number: number) => program.ask('GET', `/api/notes?filters[text][$contains]=${number}&fields=text`)
    for (const pid of readersOf(program.pid)) process.kill(pid, 'SIGKILL')
    await until(async () => readersOf(program.pid).length === 0)
    const { status, error } = await unseen(1)
    expect([status, error?.message]).toEqual([503, 'The database is not available'])
    // Requests wait for the one that can be served, and are not refused.
    renameSync(await another('new 2'), site.database)
    expect((await unseen(2)).data).toHaveLength(2)
  })

  it('is answered from the one before, while the new one cannot be served', async () => {
    const program = await start()
    await writeMany(program)
    const empty = join(site.folder, 'empty.db')
    new BetterSqlite3(empty).exec('create table other (id integer)').close()
    renameSync(empty, site.database)
    await pause(1_000)
    expect((await program.ask('GET', '/api/notes')).status).toBe(200)
    expect((await program.ask('POST', '/api/notes', { text: 'lost' })).status).toBe(503)
    renameSync(await another('new'), site.database)
    await until(async () => (await texts(program)).includes('new'))
  })
})
