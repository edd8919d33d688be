import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { Run, WritableDatabase } from '../../execute/database.ts'
import { openSqlite } from './database.ts'
import { openSqliteForWriting } from './writable-database.ts'

const statement = (text: string, ...values: readonly (string | number | null)[]) => ({ text, values })
const HERE = { populatedRows: 1_000, pool: { queue: 10, acquireTimeout: 5_000 }, apart: false }
const demandOf = ({ signal }: AbortController) => ({ signal, until: Number.POSITIVE_INFINITY, caller: '' })
const COUNT = statement('select count(*) from notes')

let folder: string
let file: string
let database: WritableDatabase

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'lectern-writing-'))
  file = join(folder, 'deep', 'data.db')
  database = await openSqliteForWriting(file, HERE)
  await database.transaction((run) => run(statement('create table notes (id integer primary key, text text)')))
})
afterEach(async () => {
  await database.close()
  rmSync(folder, { recursive: true, force: true })
})

const insert = (run: Run, text: string) => run(statement('insert into notes (text) values (?) returning id', text))

describe('openSqliteForWriting', () => {
  it('creates the file and its folder', () => {
    expect(existsSync(file)).toBe(true)
  })

  it('returns rows as arrays, and an empty list if there are none', async () => {
    expect(await database.transaction((run) => insert(run, 'a'))).toEqual([[1]])
    expect(await database.transaction((run) => run(statement('delete from notes')))).toEqual([])
  })

  it('rolls back a transaction that fails', async () => {
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

  it('lets another process write now and then, however many transactions wait here', async () => {
    const other = await openSqliteForWriting(file, HERE)
    let isDone = false
    const writeOnAndOn = async () => {
      while (!isDone) {
        await database.transaction(async (run) => {
          await insert(run, 'one of many')
          await new Promise((resolve) => setTimeout(resolve, 20))
        })
      }
    }
    const crowd = [writeOnAndOn(), writeOnAndOn(), writeOnAndOn()]
    await new Promise((resolve) => setTimeout(resolve, 5))
    const alone = other.transaction((run) => insert(run, 'the only one'))
    await alone.finally(() => {
      isDone = true
    })
    await Promise.all(crowd)
    await other.close()
  })

  it('waits for another connection that writes, without blocking the process', async () => {
    const other = await openSqliteForWriting(file, HERE)
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
    // If the process were blocked, this would never be reached.
    setTimeout(finish, 30)
    await first
    expect(await second).toEqual([[2]])
    await other.close()
  })

  it('reports that the database is busy if another connection writes for too long', async () => {
    const other = await openSqliteForWriting(file, HERE)
    const impatient = await openSqliteForWriting(file, { ...HERE, pool: { ...HERE.pool, acquireTimeout: 20 } })
    await other.transaction(async (run) => {
      await insert(run, 'first')
      const refused = impatient.transaction((second) => insert(second, 'second'))
      await expect(refused).rejects.toMatchObject({ code: 'DATABASE_BUSY', headers: { 'retry-after': '1' } })
    })
    await impatient.transaction((run) => insert(run, 'third'))
    await impatient.close()
    await other.close()
  })

  it('enforces foreign keys', async () => {
    const insertOrphan = database.transaction(async (run) => {
      await run(statement('create table links (note_id integer references notes (id))'))
      await run(statement('insert into links values (7)'))
    })
    const cause = expect.objectContaining({ message: expect.stringContaining('FOREIGN KEY') })
    await expect(insertOrphan).rejects.toMatchObject({ code: 'CONSTRAINT_VIOLATED', cause })
  })

  it('is visible to readers after the commit, and changes their revision', async () => {
    const reader = openSqlite(file, { ...HERE, readers: 0, answerSize: 1_000 })
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

describe('work whose request was aborted', () => {
  it('is not started', async () => {
    const client = new AbortController()
    let finish = () => {}
    const first = database.transaction(
      () =>
        new Promise<void>((resolve) => {
          finish = resolve
        }),
    )
    const abandoned = database.transaction((run) => insert(run, 'abandoned'), { demand: demandOf(client) })
    client.abort(new Error('gone'))
    await expect(abandoned).rejects.toThrow('gone')
    finish()
    await first
    expect(await database.transaction((run) => run(COUNT))).toEqual([[0]])
  })

  it('is rolled back while it runs, and runs no further statements', async () => {
    const client = new AbortController()
    let goOn = () => {}
    let late: Promise<unknown> | null = null
    const abandoned = database.transaction(
      async (run) => {
        await insert(run, 'abandoned')
        late = new Promise<void>((resolve) => {
          goOn = resolve
        }).then(() => insert(run, 'late'))
        client.abort(new Error('gone'))
        await insert(run, 'abandoned')
      },
      { demand: demandOf(client) },
    )
    await expect(abandoned).rejects.toThrow('gone')
    goOn()
    await expect(late).rejects.toThrow('The transaction is over')
    expect(await database.transaction((run) => run(COUNT))).toEqual([[0]])
  })

  it('ends for all requests at the same time while another program writes', async () => {
    const impatient = await openSqliteForWriting(file, { ...HERE, pool: { queue: 10, acquireTimeout: 300 } })
    let finish = () => {}
    const held = database.transaction(
      () =>
        new Promise<void>((resolve) => {
          finish = resolve
        }),
    )
    const waiting = [1, 2, 3, 4].map(() => impatient.transaction((run) => insert(run, 'late')))
    const ends = await Promise.allSettled(waiting)
    expect(ends).toMatchObject([1, 2, 3, 4].map(() => ({ status: 'rejected', reason: { status: 503 } })))
    finish()
    await held
    expect(await impatient.transaction((run) => run(COUNT))).toEqual([[0]])
    await impatient.close()
  })
})
