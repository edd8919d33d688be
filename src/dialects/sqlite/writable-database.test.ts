import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { Run, WritableDatabase } from '../../execute/database.ts'
import { openSqlite } from './database.ts'
import { openSqliteForWriting } from './writable-database.ts'

const statement = (text: string, ...values: readonly (string | number | null)[]) => ({ text, values })
const COUNT = statement('select count(*) from notes')

let folder: string
let file: string
let database: WritableDatabase

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'lectern-writing-'))
  file = join(folder, 'deep', 'data.db')
  database = openSqliteForWriting(file)
  await database.transaction((run) => run(statement('create table notes (id integer primary key, text text)')))
})
afterEach(async () => {
  await database.close()
  rmSync(folder, { recursive: true, force: true })
})

const insert = (run: Run, text: string) => run(statement('insert into notes (text) values (?) returning id', text))

describe('openSqliteForWriting', () => {
  it('makes the file and its folder', () => {
    expect(existsSync(file)).toBe(true)
  })

  it('gives rows as arrays, and none where there are none', async () => {
    expect(await database.transaction((run) => insert(run, 'a'))).toEqual([[1]])
    expect(await database.transaction((run) => run(statement('delete from notes')))).toEqual([])
  })

  it('keeps nothing of a transaction that fails', async () => {
    const failing = database.transaction(async (run) => {
      await insert(run, 'a')
      throw new Error('no')
    })
    await expect(failing).rejects.toThrow('no')
    expect(await database.transaction((run) => run(COUNT))).toEqual([[0]])
  })

  it('runs one transaction after the other', async () => {
    const seen: string[] = []
    const transaction = (name: string) =>
      database.transaction(async (run) => {
        seen.push(`${name} begins`)
        await new Promise((resolve) => setImmediate(resolve))
        await insert(run, name)
        seen.push(`${name} ends`)
      })
    await Promise.all([transaction('a'), transaction('b')])
    expect(seen).toEqual(['a begins', 'a ends', 'b begins', 'b ends'])
  })

  it('waits for another connection that writes, and lets the process go on meanwhile', async () => {
    const other = openSqliteForWriting(file)
    let finish = () => {}
    const held = new Promise<void>((resolve) => {
      finish = resolve
    })
    const first = other.transaction(async (run) => {
      await insert(run, 'first')
      await held
    })
    await new Promise((resolve) => setImmediate(resolve))
    const second = database.transaction(async (run) => {
      await insert(run, 'second')
      return run(COUNT)
    })
    // Were the process blocked, this would never be reached.
    setTimeout(finish, 30)
    await first
    expect(await second).toEqual([[2]])
    await other.close()
  })

  it('enforces foreign keys', async () => {
    const insertOrphan = database.transaction(async (run) => {
      await run(statement('create table links (note_id integer references notes (id))'))
      await run(statement('insert into links values (7)'))
    })
    await expect(insertOrphan).rejects.toThrow(/FOREIGN KEY/)
  })

  it('is seen by readers once it is committed, and changes their revision', async () => {
    const reader = openSqlite(file, { threads: 0, answerSize: 1_000 })
    const before = await reader.revision()
    await database.transaction(async (run) => {
      await insert(run, 'a')
      expect(await reader.run(COUNT)).toEqual([[0]])
    })
    expect(await reader.run(COUNT)).toEqual([[1]])
    expect(await reader.revision()).not.toBe(before)
    await reader.close()
  })
})
